import { tokenMatcher, type IToken, type TokenType } from "chevrotain";
import type { Findings } from "./findings.js";
import { limits } from "./limits.js";
import { endOf, onOneLine, putInAfter, retype, spanOf } from "./token.js";
import { syntax } from "./syntax.js";
import * as t from "./tokens.js";

const closing = new Map<TokenType, TokenType>([
  [t.OpenBrace, t.CloseBrace],
  [t.OpenBracket, t.CloseBracket],
  [t.OpenParen, t.CloseParen],
]);
const closers = new Set(closing.values());

/**
 * Pairs the brackets, so that the parser meets pairs only: puts in what is missing, makes what closes
 * nothing `Unreadable`, and stops where nesting is too deep. Brackets are paired by themselves; only if
 * that fails, and not all over, does the indentation say which one is at fault, unless it explains less.
 */
export function pairBrackets(tokens: readonly IToken[], findings: Findings): IToken[] {
  let pairing = new Pairing(tokens, false);
  if (pairing.faults.length > 0 && pairing.faults.length <= limits.findings) {
    const indented = new Pairing(tokens, true);
    if (indented.faults.length <= pairing.faults.length) pairing = indented;
  }
  for (const fault of pairing.faults) report(fault, findings);
  return pairing.paired;
}

type Fault =
  | { readonly kind: "unclosed"; readonly open: readonly Open[]; readonly after: IToken }
  | { readonly kind: "unopened" | "tooDeep"; readonly token: IToken };

function report(fault: Fault, findings: Findings): void {
  switch (fault.kind) {
    case "unclosed": {
      const end = endOf(fault.after);
      const missing = fault.open.map(({ close }) => t.textOf(close));
      const secondary = fault.open.map(({ token }) => ({
        span: spanOf(token),
        text: "opened here",
      }));
      return findings.add(syntax.unclosedBracket, { start: end, end }, { missing }, { secondary });
    }
    case "unopened": {
      const span = spanOf(fault.token);
      const fix = { title: "Take it away", span, text: "" };
      return findings.add(syntax.unopenedBracket, span, { found: fault.token.image }, { fix });
    }
    case "tooDeep":
      findings.add(syntax.nestingTooDeep, spanOf(fault.token), { limit: limits.depth });
  }
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
  readonly faults: Fault[] = [];
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
      } else if (byIndentation && beginsLine) {
        if (next && previous && beginsItem(previous, token, next)) this.#closeToBlock();
        if (this.#leaveOut(token, indent)) continue;
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

  #closeToBlock(): void {
    this.#closeTo(this.#open.findLastIndex(({ close }) => close === t.CloseBrace) + 1);
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
    this.paired.push(retype(token, t.Unreadable));
    this.faults.push({ kind: "unopened", token });
  }

  /** Puts in what closes all but the first `depth` brackets, and reports it as one mistake. */
  #closeTo(depth: number): void {
    const after = this.paired.at(-1);
    if (this.#open.length === depth || after === undefined) return;
    this.faults.push({ kind: "unclosed", open: this.#open.slice(depth).toReversed(), after });
    this.#putIn(depth);
  }

  #putIn(depth: number): void {
    for (const { close } of this.#open.splice(depth).toReversed()) {
      const last = this.paired.at(-1);
      if (last) this.paired.push(putInAfter(last, close));
    }
  }

  /** Reads nothing further: each level takes stack, here and in whatever walks the tree. */
  #stop(token: IToken): void {
    this.paired.push(retype(token, t.Unreadable));
    this.#putIn(0);
    this.faults.push({ kind: "tooDeep", token });
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

/** Whether this cannot stand in round or square brackets, where commas separate. */
function beginsItem(previous: IToken, token: IToken, next: IToken): boolean {
  if ([t.Comma, t.OpenParen, t.OpenBrace, t.OpenBracket].includes(previous.tokenType)) return false;
  return tokenMatcher(token, t.Identifier) && [t.Colon, t.OpenBrace].includes(next.tokenType);
}
