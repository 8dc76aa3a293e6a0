import { tokenMatcher, type IToken } from "chevrotain";
import type { Findings } from "./findings.js";
import { endOf, onOneLine, spanOf } from "./position.js";
import { suggest } from "./suggest.js";
import { syntax } from "./syntax.js";
import * as t from "./tokens.js";

const units = ["tokens", "KiB", "MiB", "GiB", "dB", "plain", "rotary"];

/** Reports a token that cannot stand where it does, by what was probably meant with it. */
export function reportUnexpected(
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
  if (tokenMatcher(last, t.Numeric) && onOneLine(last, token) && tokenMatcher(token, t.Identifier)) {
    return findings.add(syntax.unknownUnit, span, { found, near: suggest(found, units) });
  }
  const digits = [second, last, token].map(({ image }) => image).join("");
  if (/^\d{1,3},\d{3}$/.test(digits) && endOf(last) === token.startOffset) {
    const meant = digits.replace(",", "_");
    const whole = { start: second.startOffset, end: endOf(token) };
    const fix = { title: `Write \`${meant}\``, span: whole, text: meant };
    return findings.add(syntax.groupedDigits, whole, { found: digits, meant }, { fix });
  }
  if (token.tokenType === t.OpenBrace && tokenMatcher(last, t.Identifier) && onOneLine(last, token)) {
    return findings.add(syntax.argumentsInBraces, span, { of: last.image });
  }
  findings.add(syntax.unexpected, span, { found });
}

function homeOf(token: IToken): string | undefined {
  if (tokenMatcher(token, t.DeclarationWord)) return "outside all blocks";
  if (tokenMatcher(token, t.MemberWord)) return "directly in a `growth`";
  if (tokenMatcher(token, t.ItemWord)) return "in the block of a model, family or stage";
  return undefined;
}
