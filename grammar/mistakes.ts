import type { IToken, TokenType } from "chevrotain";
import { hidden, plainSpace } from "./characters.js";
import type { Findings } from "./findings.js";
import { spanOf } from "./token.js";
import { syntax } from "./syntax.js";
import * as tokens from "./tokens.js";

/* What can be wrong with a token, or with a character of any token, wherever it stands. */

/** What is certainly meant by characters that look like it, or have its place in other languages. */
const meanings: Readonly<Record<string, TokenType>> = {
  ";": tokens.Comma,
  "\uFF0C": tokens.Comma,
  ":=": tokens.Colon,
  "\uFF1A": tokens.Colon,
  "\uFF1D": tokens.Equals,
  "\u00D7": tokens.Star,
  "\u2217": tokens.Star,
  "\u22C5": tokens.Star,
  "\u00F7": tokens.Slash,
  "\u2215": tokens.Slash,
};

/** Reports a lookalike and returns the token that it stands for; those not listed are dashes. */
export function readLookalike(token: IToken, findings: Findings): TokenType {
  const type = meanings[token.image] ?? tokens.Minus;
  const found = token.image;
  const meant = tokens.textOf(type);
  const span = spanOf(token);
  const fix = { title: `Write \`${meant}\``, span, text: meant };
  findings.add(syntax.lookalike, span, { found, meant }, { fix });
  return type;
}

export function reportOtherQuotes(token: IToken, findings: Findings): void {
  const span = spanOf(token);
  const fix = { title: "Write double quotes", span, text: `"${token.image.slice(1, -1)}"` };
  findings.add(syntax.otherQuotes, span, { found: token.image }, { fix });
}

export function reportBadEscapes(token: IToken, findings: Findings): void {
  for (const { index, 0: found } of token.image.matchAll(/\\./g)) {
    if (found === "\\\\" || found === '\\"') continue;
    const start = token.startOffset + index;
    findings.add(syntax.unknownEscape, { start, end: start + 2 }, { found });
  }
}

/** Reports what stands between tokens and is neither a blank nor a comment of the language. */
export function reportSkipped(token: IToken, findings: Findings): void {
  const found = token.image;
  const span = spanOf(token);
  if (token.tokenType === tokens.OddSpace) {
    const text = Array.from(found, plainSpace).join("");
    const title = text === "" ? "Take it away" : "Write a space";
    findings.add(syntax.oddSpace, span, { found }, { fix: { title, span, text } });
  } else if (found.startsWith("#")) {
    const mark = { start: span.start, end: span.start + 1 };
    const fix = { title: "Write `//`", span: mark, text: "//" };
    findings.add(syntax.otherComment, span, { found: "#" }, { fix });
  } else {
    findings.add(syntax.otherComment, span, { found: "/*" });
  }
}

// With the `u` flag a surrogate matches only where it stands alone.
const badCharacter = new RegExp(`[\\uD800-\\uDFFF]|[${hidden}]+`, "gu");

/** Reports characters that may stand nowhere, not even in a comment or text. */
export function reportBadCharacters(text: string, findings: Findings): void {
  for (const { index: start, 0: found } of text.matchAll(badCharacter)) {
    const span = { start, end: start + found.length };
    if (/[\uD800-\uDFFF]/.test(found)) {
      const unit = `\\u${found.charCodeAt(0).toString(16).toUpperCase()}`;
      findings.add(syntax.loneSurrogate, span, { unit });
    } else {
      const fix = { title: "Take it away", span, text: "" };
      findings.add(syntax.hiddenCharacter, span, { found }, { fix });
    }
  }
}
