import { tokenMatcher, type IToken, type TokenType } from "chevrotain";
import type { Findings } from "./findings.js";
import { endOf, onOneLine, spanOf } from "./token.js";
import { listNames, meantWord } from "./suggest.js";
import { syntax, type Place } from "./syntax.js";
import * as t from "./tokens.js";

/** Reports a token that cannot stand at a place, by what was probably meant with it. */
export function reportUnexpected(
  place: Place,
  [second, last, token]: readonly [IToken, IToken, IToken],
  findings: Findings,
): void {
  const found = token.image;
  const span = spanOf(token);
  if (token.tokenType === t.Comma) {
    const fix = { title: "Take it away", span, text: "" };
    return findings.add(syntax.extraComma, span, {}, { fix });
  }
  const home = homeOf(token);
  if (home !== undefined) return findings.add(syntax.misplacedWord, span, { found, home });
  const digits = [second, last, token].map(({ image }) => image).join("");
  if (/^\d{1,3},\d{3}$/.test(digits) && endOf(last) === token.startOffset) {
    const meant = digits.replace(",", "_");
    const whole = { start: second.startOffset, end: endOf(token) };
    const fix = { title: `Write \`${meant}\``, span: whole, text: meant };
    return findings.add(syntax.groupedDigits, whole, { found: digits, meant }, { fix });
  }
  if (
    token.tokenType === t.OpenBrace &&
    tokenMatcher(last, t.Identifier) &&
    onOneLine(last, token)
  ) {
    return findings.add(syntax.argumentsInBraces, span, { of: last.image });
  }
  const meant = tokenMatcher(token, t.Identifier) ? meantWord(found, wordsOf(place)) : undefined;
  if (tokenMatcher(token, t.Identifier) && (place === "declaration" || place === "member")) {
    const help = [`What stands here begins with ${listNames(wordsOf(place), "or")}`];
    return findings.add(syntax.unknownWord, span, { found, place, meant }, { help });
  }
  findings.add(syntax.unexpected, span, { found, meant });
}

function wordsOf(place: Place): string[] {
  if (place === "declaration") return words(t.DeclarationWord);
  if (place === "member") return words(t.MemberWord);
  return place === "head" ? [t.textOf(t.Extends)] : [];
}

/** The words of a class of tokens. */
function words(category: TokenType): string[] {
  return t.vocabulary.filter(({ CATEGORIES }) => CATEGORIES?.includes(category)).map(t.textOf);
}

function homeOf(token: IToken): string | undefined {
  if (tokenMatcher(token, t.DeclarationWord)) return "outside all blocks";
  if (tokenMatcher(token, t.MemberWord)) return "directly in a `growth`";
  if (tokenMatcher(token, t.ItemWord)) return "in the block of a model, family or stage";
  return undefined;
}
