import { type IToken, tokenMatcher, type TokenType } from "chevrotain";
import { onOneLine } from "../../../grammar/token.js";
import * as t from "../../../grammar/tokens.js";

/** An open bracket and what stands in it up to a cursor; the first frame has none. */
export interface Frame {
  readonly open: IToken | undefined;
  /** The tokens of the item or the head that the bracket belongs to. */
  readonly head: readonly IToken[];
  /** The tokens of what the cursor is in the midst of. */
  readonly item: readonly IToken[];
  /** How many commas stand before the cursor. */
  readonly commas: number;
  /** What has a colon, a block or a sign of change behind it. */
  readonly stated: ReadonlySet<string>;
}

interface OpenFrame extends Frame {
  item: IToken[];
  commas: number;
  readonly stated: Set<string>;
}

/**
 * The brackets that are open where some tokens end, the outermost first. It is told by the tokens,
 * since half a text has no tree; the last declaration word begins anew. `line` is the cursor's.
 */
export function framesOf(tokens: readonly IToken[], line: number): readonly Frame[] {
  const begin = tokens.findLastIndex((token) => tokenMatcher(token, t.DeclarationWord));
  const frames = new Frames();
  const read = tokens.slice(Math.max(begin, 0));
  read.forEach((token, i) => frames.add(token, read[i - 1], read[i + 1]));
  const last = read.at(-1);
  if (last && last.endLine !== line) frames.newLine(last);
  return frames.all;
}

class Frames {
  readonly all: OpenFrame[] = [frame(undefined, [])];

  add(token: IToken, previous: IToken | undefined, next: IToken | undefined): void {
    if (previous && !onOneLine(previous, token)) this.startLine(token, previous, next);
    if (is(token, t.Comma)) {
      this.top.commas += 1;
      this.top.item = [];
    } else if (is(token, ...opening)) {
      this.all.push(frame(token, this.top.item));
    } else if (is(token, ...closing)) {
      this.close(token);
    } else {
      if (isStated(token, next)) this.top.stated.add(token.image);
      this.top.item.push(token);
    }
  }

  /** A cursor on a line below the last token. */
  newLine(last: IToken): void {
    if (!this.inBlock && !is(last, t.Comma, t.Operator, ...opening)) this.closeUpTo(t.OpenBrace);
    if (this.inBlock && !goesOn(last)) this.top.item = [];
  }

  private startLine(token: IToken, previous: IToken, next: IToken | undefined): void {
    const key = isStated(token, next);
    // A key in parentheses that nothing separates from what is before: they were never closed.
    if (!this.inBlock && key && !is(previous, t.Comma, ...opening)) this.closeUpTo(t.OpenBrace);
    const begins = !is(token, t.Additive, t.Multiplicative, t.Dot, ...opening, ...closing);
    if (this.inBlock && begins && !goesOn(previous)) this.top.item = [];
  }

  private close(token: IToken): void {
    const pair = opening[closing.indexOf(token.tokenType)];
    if (pair && this.all.some(({ open }) => open?.tokenType === pair)) this.closeUpTo(pair);
    const closed = this.all.length > 1 ? this.all.pop() : undefined;
    // Behind a block something new begins, but an import goes on with its file.
    const first = closed?.head[0];
    if (!is(token, t.CloseBrace)) this.top.item.push(token);
    else this.top.item = first && is(first, t.Import) ? [first, token] : [];
  }

  private closeUpTo(open: TokenType): void {
    while (this.all.length > 1 && this.top.open?.tokenType !== open) this.all.pop();
  }

  private get inBlock(): boolean {
    return this.top.open === undefined || is(this.top.open, t.OpenBrace);
  }

  private get top(): OpenFrame {
    return this.all.at(-1) ?? frame(undefined, []);
  }
}

function frame(open: IToken | undefined, head: readonly IToken[]): OpenFrame {
  return { open, head, item: [], commas: 0, stated: new Set() };
}

/** What is stated behind a cursor, up to the end of the bracket that it is in. */
export function statedAfter(tokens: readonly IToken[]): readonly string[] {
  const stated: string[] = [];
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    if (is(token, ...opening)) depth += 1;
    if (is(token, ...closing)) depth -= 1;
    if (depth < 0 || is(token, t.DeclarationWord, t.MemberWord)) break;
    if (depth === 0 && isStated(token, tokens[i + 1])) stated.push(token.image);
  }
  return stated;
}

function isStated(token: IToken, next: IToken | undefined): boolean {
  if (!next || !is(token, t.Identifier, t.Layers)) return false;
  return is(next, t.Colon, t.ChangeOperator, t.OpenBrace);
}

/** Whether a line's end after a token ends nothing. A value stands on the line of its colon. */
function goesOn(token: IToken): boolean {
  return is(
    token,
    t.DeclarationWord,
    t.MemberWord,
    t.Extends,
    t.Additive,
    t.Multiplicative,
    t.Dot,
    t.Equals,
    t.EqualsEquals,
  );
}

export function is(token: IToken, ...types: readonly TokenType[]): boolean {
  return types.some((type) => tokenMatcher(token, type));
}

const opening = [t.OpenBrace, t.OpenBracket, t.OpenParen];
const closing = [t.CloseBrace, t.CloseBracket, t.CloseParen];
