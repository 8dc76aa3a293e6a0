import { tokenMatcher, type IToken, type TokenType } from "chevrotain";
import { limits } from "./limits.js";
import { onOneLine, putInAfter, retype } from "./token.js";
import * as t from "./tokens.js";

export type Fault =
  | { readonly kind: "unclosed"; readonly open: readonly Open[]; readonly after: IToken }
  | { readonly kind: "unopened" | "extra" | "tooDeep"; readonly token: IToken };

interface Open {
  readonly token: IToken;
  readonly close: TokenType;
  /** The column at which the line of the bracket begins. */
  readonly indent: number;
  /** Whether the lines in it begin further right. Unknown until there is a line. */
  deeper: boolean | undefined;
  /** Whether it holds the names of an import. */
  readonly names: boolean;
}

/** A token with those around it. */
interface Place {
  readonly token: IToken;
  readonly previous: IToken | undefined;
  readonly next: IToken | undefined;
  readonly second: IToken | undefined;
  readonly beginsLine: boolean;
}

const closing = new Map<TokenType, TokenType>([
  [t.OpenBrace, t.CloseBrace],
  [t.OpenBracket, t.CloseBracket],
  [t.OpenParen, t.CloseParen],
]);
const closers = new Set(closing.values());

/**
 * The tokens of a file with its brackets in pairs: what is missing is put in, what is too much is
 * `Unreadable`, and all ends where nesting is too deep. When `guessing`, what cannot stand within a
 * bracket ends it, and so do lines that are not indented by it.
 */
export class Pairing {
  readonly paired: IToken[] = [];
  readonly faults: Fault[] = [];
  readonly #open: Open[] = [];
  #indent = 0;

  constructor(tokens: readonly IToken[], guessing: boolean) {
    for (const [index, token] of tokens.entries()) {
      const previous = tokens[index - 1];
      const beginsLine = previous === undefined || !onOneLine(previous, token);
      const [next, second] = [tokens[index + 1], tokens[index + 2]];
      const place = { token, previous, next, second, beginsLine };
      if (beginsLine) this.#beginLine(token);
      if (beginsDeclaration(place)) this.#closeTo(0);
      if (guessing) this.#endWhatCannotHold(place);
      if (guessing && isExtra(place)) this.#leaveOut("extra", token);
      else if (guessing && this.#endByIndentation(place)) this.#leaveOut("unopened", token);
      else if (!this.#add(place)) return;
    }
    this.#closeTo(0);
  }

  #beginLine({ startColumn = 0 }: IToken): void {
    this.#indent = startColumn;
    const top = this.#open.at(-1);
    if (top) top.deeper ??= startColumn > top.indent;
  }

  /** Adds a token and returns whether to go on. */
  #add(place: Place): boolean {
    const { token, previous, next } = place;
    const close = closing.get(token.tokenType);
    if (closers.has(token.tokenType)) {
      this.#close(token);
    } else if (close === undefined) {
      this.paired.push(token);
    } else if (this.#open.length === limits.depth) {
      // Each level takes stack, here and in whatever walks the tree.
      this.#leaveOut("tooDeep", token);
      this.#putIn(0);
      return false;
    } else {
      const deeper = next && onOneLine(token, next) ? true : undefined;
      const names = previous?.tokenType === t.Import;
      this.#open.push({ token, close, indent: this.#indent, deeper, names });
      this.paired.push(token);
    }
    return true;
  }

  /** Closes the innermost bracket of the kind, and before it what was left open within. */
  #close(token: IToken): void {
    const index = this.#open.findLastIndex(({ close }) => close === token.tokenType);
    // A round or square bracket closes nothing outside its block.
    if (index < 0 || index < this.#block()) return this.#leaveOut("unopened", token);
    this.#closeTo(index + 1);
    this.#open.pop();
    this.paired.push(token);
  }

  /** Closes brackets that cannot have a token in them, before what belongs to the token. */
  #endWhatCannotHold(place: Place): void {
    const top = this.#open.at(-1);
    if (top === undefined) return;
    const { token, previous, next } = place;
    if (top.names && token.tokenType === t.From && next?.tokenType === t.Text) {
      this.#closeTo(this.#open.length - 1);
    } else if (top.close !== t.CloseBrace && token.tokenType === t.OpenBrace) {
      this.#closeTo(this.#block() + 1, this.#lengthOfHead());
    } else if (beginsItem(place)) {
      const separated = previous?.tokenType === t.Comma;
      if (top.close === t.CloseBracket) this.#closeTo(this.#open.length - 1, separated ? 1 : 0);
      else if (
        top.close === t.CloseParen &&
        place.beginsLine &&
        !separated &&
        previous?.tokenType !== t.OpenParen
      )
        this.#closeTo(this.#block() + 1);
    }
  }

  /** How many of the last tokens belong to a block that begins: its key, and a comma before. */
  #lengthOfHead(): number {
    const [comma, key] = [this.paired.at(-2), this.paired.at(-1)];
    if (!key || !tokenMatcher(key, t.Identifier)) return 0;
    if (comma?.tokenType === t.Comma) return 2;
    return comma && !onOneLine(comma, key) ? 1 : 0;
  }

  /** Closes what ends with a line before. Returns whether the token itself closes too much. */
  #endByIndentation({ token, beginsLine }: Place): boolean {
    const top = this.#open.at(-1);
    if (top === undefined) return false;
    const column = this.#indent;
    if (token.tokenType === t.CloseBrace) {
      if (!beginsLine) return top.close === t.CloseBrace && !onOneLine(top.token, token);
      const index = this.#open.findLastIndex(
        ({ close, indent }) => close === t.CloseBrace && indent === column,
      );
      if (index < 0) return top.deeper === true && column > top.indent;
      this.#closeTo(index + 1);
    } else if (beginsLine && !closers.has(token.tokenType)) {
      const holds = ({ deeper, indent }: Open) => deeper !== true || column > indent;
      this.#closeTo(this.#open.findLastIndex(holds) + 1);
    }
    return false;
  }

  /** The innermost open block. */
  #block(): number {
    return this.#open.findLastIndex(({ close }) => close === t.CloseBrace);
  }

  #leaveOut(kind: "unopened" | "extra" | "tooDeep", token: IToken): void {
    this.paired.push(retype(token, t.Unreadable));
    this.faults.push({ kind, token });
  }

  /** Closes all but the first `depth` brackets before the last `before` tokens, as one mistake. */
  #closeTo(depth: number, before = 0): void {
    if (this.#open.length === depth) return;
    const moved = this.paired.splice(this.paired.length - before);
    const after = this.paired.at(-1);
    if (after)
      this.faults.push({ kind: "unclosed", open: this.#open.slice(depth).toReversed(), after });
    this.#putIn(depth);
    this.paired.push(...moved);
  }

  #putIn(depth: number): void {
    for (const { close } of this.#open.splice(depth).toReversed()) {
      const last = this.paired.at(-1);
      if (last) this.paired.push(putInAfter(last, close));
    }
  }
}

/** Whether this can only be a declaration, whatever is still open. */
function beginsDeclaration({ token, previous, next, beginsLine }: Place): boolean {
  if (!tokenMatcher(token, t.DeclarationWord) || !next || !onOneLine(token, next)) return false;
  if (!beginsLine && previous?.tokenType !== t.CloseBrace) return false;
  return tokenMatcher(next, token.tokenType === t.Import ? t.OpenBrace : t.Identifier);
}

/** Whether this can only be a key, of an item or, in parentheses, of an argument. */
function beginsItem({ token, next }: Place): boolean {
  if (!tokenMatcher(token, t.Identifier) && token.tokenType !== t.Layers) return false;
  return next !== undefined && (next.tokenType === t.Colon || tokenMatcher(next, t.ChangeOperator));
}

/** Whether an opening bracket stands where there can be none: twice, as a rule. */
function isExtra({ token, previous, next, second }: Place): boolean {
  if (token.tokenType === t.OpenBrace) return previous?.tokenType === t.OpenBrace;
  if (token.tokenType !== t.OpenParen || previous?.tokenType !== t.OpenParen) return false;
  return next !== undefined && tokenMatcher(next, t.Identifier) && second?.tokenType === t.Colon;
}
