import { tokenMatcher, type IToken, type TokenType } from "chevrotain";
import type { Findings } from "./findings.js";
import { onOneLine, retype, spanOf } from "./token.js";
import { meantWord } from "./suggest.js";
import { syntax, type Place } from "./syntax.js";
import * as t from "./tokens.js";

/**
 * Reads misspelt words of the language as those that were meant, so that what they begin is kept,
 * and reserved words where only a key can stand as `Unreadable`. Expects paired brackets.
 */
export function mendWords(tokens: readonly IToken[], findings: Findings): IToken[] {
  const places: Place[] = [];
  let declaration: TokenType | undefined;
  return tokens.map((token, index) => {
    const place = places.at(-1) ?? "declaration";
    const next = tokens[index + 1];
    let mended = token;
    if (next && isKey(token, next)) {
      findings.add(syntax.reservedWord, spanOf(token), { found: token.image });
      mended = retype(token, t.Unreadable);
    } else if (next && begins(token, tokens[index - 1])) {
      const possible = onOneLine(token, next) ? wordsBefore(next, tokens[index + 2], place) : [];
      mended = mend(token, possible, place, findings);
    }
    if (tokenMatcher(mended, t.DeclarationWord)) declaration = mended.tokenType;
    if (opening.has(token.tokenType)) places.push(within(place, token.tokenType, declaration));
    else if (closing.has(token.tokenType)) places.pop();
    return mended;
  });
}

const opening = new Set([t.OpenBrace, t.OpenBracket, t.OpenParen]);
const closing = new Set([t.CloseBrace, t.CloseBracket, t.CloseParen]);

function within(place: Place, bracket: TokenType, declaration: TokenType | undefined): Place {
  if (bracket !== t.OpenBrace || place === "element") return "element";
  if (place !== "declaration") return "item";
  if (declaration === t.Import) return "element";
  return declaration === t.Growth ? "member" : "item";
}

function isKey(token: IToken, next: IToken): boolean {
  // A parameter that lacks its name has a colon there too.
  if (!tokenMatcher(token, t.Reserved) || token.tokenType === t.Param) return false;
  if (!onOneLine(token, next)) return false;
  return tokenMatcher(next, t.Colon) || tokenMatcher(next, t.ChangeOperator);
}

/** Whether a name begins something: it follows on nothing that needs one. */
function begins(token: IToken, previous: IToken | undefined): boolean {
  if (token.tokenType !== t.Identifier) return false;
  if (previous === undefined) return true;
  if (onOneLine(previous, token)) {
    return [t.OpenBrace, t.CloseBrace, t.Comma].includes(previous.tokenType);
  }
  return !needsMore.some((type) => tokenMatcher(previous, type));
}

const leading = [t.DeclarationWord, t.MemberWord, t.ItemWord, t.Extends, t.Layers];
const needsMore = [...leading, t.From, t.As, t.At, t.In, t.After, t.Every, t.Operator];

/** The words that can stand before `next` at the beginning of something. */
function wordsBefore(next: IToken, second: IToken | undefined, place: Place): TokenType[] {
  const named = tokenMatcher(next, t.Identifier);
  switch (place) {
    case "declaration":
      if (next.tokenType === t.OpenBrace) return [t.Import];
      return named ? [t.Const, t.Family, t.Model, t.Growth, t.Target] : [];
    case "member":
      return named ? [t.Stage, t.Assert] : [];
    case "item":
      if (next.tokenType === t.Text) return [t.Lossy];
      if (next.tokenType === t.OpenBracket) return [t.Group, t.Layers];
      if (next.tokenType === t.Int || next.tokenType === t.Every) return [t.Layers];
      if (!named) return [];
      if (second?.tokenType === t.OpenBrace) return [t.Group, t.Layers];
      return second?.tokenType === t.OpenBracket ? [t.Group] : [t.Param];
    case "element":
    case "head":
      return [];
  }
}

function mend(token: IToken, possible: TokenType[], place: Place, findings: Findings): IToken {
  const words = new Map(possible.map((type) => [t.textOf(type), type]));
  const meant = meantWord(token.image, words.keys());
  const type = meant === undefined ? undefined : words.get(meant);
  if (meant === undefined || type === undefined) return token;
  const span = spanOf(token);
  const fix = { title: `Write \`${meant}\``, span, text: meant };
  findings.add(syntax.unknownWord, span, { found: token.image, place, meant }, { fix });
  return retype(token, type);
}
