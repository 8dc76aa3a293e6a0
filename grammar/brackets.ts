import { createTokenInstance, tokenMatcher, type IToken, type TokenType } from "chevrotain";
import type { Findings } from "./findings.js";
import { limits } from "./limits.js";
import { endOf, onOneLine, spanOf } from "./position.js";
import { retype } from "./scan.js";
import { syntax } from "./syntax.js";
import * as t from "./tokens.js";

const closing = new Map<TokenType, TokenType>([
  [t.OpenBrace, t.CloseBrace],
  [t.OpenBracket, t.CloseBracket],
  [t.OpenParen, t.CloseParen],
]);
const closers = new Set(closing.values());

/**
 * Pairs the brackets, so that the parser meets pairs only: puts in what is missing, leaves out what
 * closes nothing, and stops where nesting is too deep. Brackets are paired by themselves; only if
 * that fails does the indentation say which one is at fault, unless it explains less.
 */
export function pairBrackets(tokens: readonly IToken[], findings: Findings): IToken[] {
  let pairing = new Pairing(tokens, false);
  if (pairing.faults.length > 0) {
    const indented = new Pairing(tokens, true);
    if (indented.faults.length <= pairing.faults.length) pairing = indented;
  }
  for (const report of pairing.faults) report(findings);
  return pairing.paired;
}

interface Open {
  readonly token: IToken;
  readonly close: TokenType;
  /** The column at which the line of the bracket begins. */
  readonly indent: number;
  /** Whether the lines in it begin further right. Unknown until there is a line. */
  deeper: boolean | undefined;
}

class Pairing {
  readonly paired: IToken[] = [];
  readonly faults: ((findings: Findings) => void)[] = [];
  readonly #open: Open[] = [];

  constructor(tokens: readonly IToken[], byIndentation: boolean) {
    let indent = 0;
    for (const [index, token] of tokens.entries()) {
      const previous = tokens[index - 1];
      const next = tokens[index + 1];
      const beginsLine = previous === undefined || !onOneLine(previous, token);
      if (beginsLine) {
        indent = token.startColumn ?? 0;
        const top = this.#open.at(-1);
        if (top) top.deeper ??= indent > top.indent;
      }

      if (next && beginsDeclaration(token, next) && (beginsLine || ends(previous))) {
        this.#closeTo(0);
      } else if (byIndentation && beginsLine && this.#leaveOut(token, indent)) {
        continue;
      }

      const close = closing.get(token.tokenType);
      if (close !== undefined) {
        if (this.#open.length === limits.depth) {
          this.#stop(token);
          break;
        }
        const deeper = next && onOneLine(token, next) ? true : undefined;
        this.#open.push({ token, close, indent, deeper });
        this.paired.push(token);
      } else if (closers.has(token.tokenType)) {
        this.#close(token);
      } else {
        this.paired.push(token);
      }
    }
    this.#closeTo(0);
  }

  /** Closes the innermost bracket of the kind, and before it what was left open within. */
  #close(token: IToken): void {
    const index = this.#open.findLastIndex(({ close }) => close === token.tokenType);
    const block = this.#open.findLastIndex(({ close }) => close === t.CloseBrace);
    // A round or square bracket closes nothing outside its block.
    if (index < 0 || index < block) return this.#unopened(token);
    this.#closeTo(index + 1);
    this.#open.pop();
    this.paired.push(token);
  }

  /** Closes by indentation what should have been closed before a line; or the line's `}` is too many. */
  #leaveOut(token: IToken, column: number): boolean {
    if (token.tokenType === t.CloseBrace) {
      const index = this.#open.findLastIndex(
        ({ close, indent }) => close === t.CloseBrace && indent === column,
      );
      const top = this.#open.at(-1);
      if (index >= 0) this.#closeTo(index + 1);
      else if (top?.deeper === true && column > top.indent) {
        this.#unopened(token);
        return true;
      }
    } else if (!closers.has(token.tokenType)) {
      const ended = ({ deeper, indent }: Open) => deeper === true && column <= indent;
      let depth = this.#open.length;
      for (let top = this.#open[depth - 1]; top && ended(top); top = this.#open[depth - 1]) depth--;
      this.#closeTo(depth);
    }
    return false;
  }

  #unopened(token: IToken): void {
    const span = spanOf(token);
    const fix = { title: "Take it away", span, text: "" };
    this.faults.push((findings) =>
      findings.add(syntax.unopenedBracket, span, { found: token.image }, { fix }),
    );
  }

  /** Puts in what closes all but the first `depth` brackets, and reports it as one mistake. */
  #closeTo(depth: number): void {
    const open = this.#open.slice(depth).toReversed();
    const last = this.paired.at(-1);
    if (open.length === 0 || last === undefined) return;
    this.#putIn(depth);
    const end = endOf(last);
    const missing = open.map(({ close }) => String(close.PATTERN));
    const secondary = open.map(({ token }) => ({ span: spanOf(token), text: "opened here" }));
    this.faults.push((findings) =>
      findings.add(syntax.unclosedBracket, { start: end, end }, { missing }, { secondary }),
    );
  }

  #putIn(depth: number): void {
    const last = this.paired.at(-1);
    const end = last ? endOf(last) : 0;
    const line = last?.endLine ?? 0;
    for (const { close } of this.#open.splice(depth).toReversed()) {
      this.paired.push(createTokenInstance(close, "", end, end, line, line, 0, 0));
    }
  }

  /** Reads nothing further: each level takes stack, here and in whatever walks the tree. */
  #stop(token: IToken): void {
    this.paired.push(retype(token, t.Unreadable));
    this.#putIn(0);
    this.faults.push((findings) =>
      findings.add(syntax.nestingTooDeep, spanOf(token), { limit: limits.depth }),
    );
  }
}

function ends(previous: IToken | undefined): boolean {
  return previous?.tokenType === t.CloseBrace;
}

/** Whether this can only be a declaration, whatever is still open. */
function beginsDeclaration(token: IToken, next: IToken): boolean {
  if (!tokenMatcher(token, t.DeclarationWord) || !onOneLine(token, next)) return false;
  return tokenMatcher(next, token.tokenType === t.Import ? t.OpenBrace : t.Identifier);
}
