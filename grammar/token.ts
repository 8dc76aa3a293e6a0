import { createTokenInstance, type IToken, type TokenType } from "chevrotain";
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

/** The same text as another type of token. */
export function retype(token: IToken, type: TokenType): IToken {
  if (type === token.tokenType) return token;
  const { image, startOffset, startLine = 0, startColumn = 0, endLine = 0, endColumn = 0 } = token;
  const last = endOf(token) - 1;
  return createTokenInstance(
    type,
    image,
    startOffset,
    last,
    startLine,
    endLine,
    startColumn,
    endColumn,
  );
}

/** A token without text, put in after another. */
export function putInAfter(token: IToken, type: TokenType): IToken {
  const { endLine: line = 0, endColumn: column = 0 } = token;
  const end = endOf(token);
  return createTokenInstance(type, "", end, end, line, line, column, column);
}

/** Whether it was. What stands for the beginning or end of the file has no place at all. */
export function isPutIn({ image, startOffset }: IToken): boolean {
  return image === "" && !Number.isNaN(startOffset);
}
