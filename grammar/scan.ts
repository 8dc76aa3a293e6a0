import { Lexer, type IToken, type TokenType } from "chevrotain";
import { reportBadNumber } from "./bad-number.js";
import type { Findings } from "./findings.js";
import {
  readLookalike,
  reportBadCharacters,
  reportBadEscapes,
  reportOtherQuotes,
  reportSkipped,
} from "./mistakes.js";
import { checkNumber } from "./numbers.js";
import { retype, spanOf } from "./token.js";
import type { Source } from "./span.js";
import { syntax } from "./syntax.js";
import * as tokens from "./tokens.js";
import type { Comment } from "./tree.js";

/** `validate` has Chevrotain analyse the tokens, which is a test's matter. */
export function lexerOf(validate: boolean): Lexer {
  return new Lexer(tokens.vocabulary, { ensureOptimizations: true, skipValidations: !validate });
}

const lexer = lexerOf(false);

/**
 * The tokens and comments of a text. What is no token of the language is reported here, once, and
 * becomes `Unreadable`, or the token that was certainly meant.
 */
export function scan(
  source: Source,
  findings: Findings,
): { tokens: IToken[]; comments: Comment[] } {
  const { tokens: found, groups } = lexer.tokenize(source.text);
  reportBadCharacters(source.text, findings);
  for (const token of groups["mistakes"] ?? []) reportSkipped(token, findings);
  return {
    tokens: found.map((token) => {
      const read = readers.get(token.tokenType);
      return read ? retype(token, read(token, findings)) : token;
    }),
    comments: (groups["comments"] ?? []).map(readComment),
  };
}

type Reader = (token: IToken, findings: Findings) => TokenType;

/** The tokens that can be wrong in themselves, and as which type the parser sees each. */
const readers = new Map<TokenType, Reader>([
  [tokens.Int, readNumber],
  [tokens.Float, readNumber],
  [tokens.Count, readNumber],
  [tokens.Ratio, readNumber],
  [tokens.Lookalike, readLookalike],
  [tokens.BadNumber, unreadable(reportBadNumber)],
  [tokens.BadEscape, unreadable(reportBadEscapes)],
  [tokens.OtherQuotes, unreadable(reportOtherQuotes)],
  [tokens.OpenText, unreadable((token, to) => to.add(syntax.unclosedText, spanOf(token), {}))],
  [tokens.ForeignWord, unreadableAs(syntax.foreignLetter)],
  [tokens.OtherChange, unreadableAs(syntax.otherChange)],
  [tokens.UnknownCharacters, unreadableAs(syntax.unknownCharacter)],
]);

function readNumber(token: IToken, findings: Findings): TokenType {
  return checkNumber(token, findings) ? token.tokenType : tokens.Unreadable;
}

function unreadable(report: (token: IToken, findings: Findings) => void): Reader {
  return (token, findings) => {
    report(token, findings);
    return tokens.Unreadable;
  };
}

function unreadableAs(row: typeof syntax.unknownCharacter): Reader {
  return unreadable((token, findings) => findings.add(row, spanOf(token), { found: token.image }));
}

function readComment(token: IToken): Comment {
  const kind = /^\/\/\/(?!\/)/.test(token.image) ? "doc" : "line";
  return { kind, text: token.image.slice(kind === "doc" ? 3 : 2), span: spanOf(token) };
}
