import type { IToken } from "chevrotain";
import type { Span } from "./span.js";

/** Where a token ends. Tokens that were put in have no length. */
export function endOf(token: IToken): number {
  return token.startOffset + token.image.length;
}

export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: endOf(token) };
}

/** Whether `next` stands on the line on which `token` ends. False at either end of the file. */
export function onOneLine(token: IToken, next: IToken): boolean {
  return token.endLine === next.startLine;
}
