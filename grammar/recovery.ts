import {
  EmbeddedActionsParser,
  tokenMatcher,
  type IOrAlt,
  type IToken,
  type ParserMethod,
  type TokenType,
} from "chevrotain";
import type { Rule } from "./diagnostic.js";
import { Findings, type Particulars } from "./findings.js";
import { Lookahead } from "./lookahead.js";
import { endOf, isPutIn, onOneLine, spanOf } from "./token.js";
import type { Span } from "./span.js";
import { syntax, type Place } from "./syntax.js";
import * as t from "./tokens.js";
import { reportUnexpected } from "./unexpected.js";

/**
 * What the rules share to read a file with mistakes. They accept every sequence of tokens with
 * paired brackets: they report what is missing, once, and pass over what is too much. So there is
 * no use for Chevrotain's own recovery, which invents tokens and loses the nodes that were begun.
 */
export abstract class TolerantParser extends EmbeddedActionsParser {
  /** Where the parser has reported something in the file that it reads, in order. */
  readonly troubles: number[] = [];
  protected findings = new Findings("");
  #reportedAt: IToken | undefined;
  /** Whether something was reported since the last separator, and the line of the last report. */
  #troubled = false;
  #line: number | undefined;

  constructor(validate: boolean) {
    // One token decides every choice but one, of a named argument, which says so itself.
    const maxLookahead = 1;
    const lookaheadStrategy = new Lookahead({ maxLookahead });
    super(t.vocabulary, { maxLookahead, lookaheadStrategy, skipValidations: !validate });
  }

  override reset(): void {
    super.reset();
    this.troubles.length = 0;
    this.#reportedAt = undefined;
    this.#troubled = false;
    this.#line = undefined;
  }

  /** Notes that something new begins, in which a mistake is a new one. */
  protected begin(): void {
    this.#troubled = false;
  }

  /** Reports a mistake at the next token, unless one is known there already. */
  protected report<P>(row: Rule<P>, span: Span, parameters: P, particulars?: Particulars): void {
    if (this.#isNew()) this.findings.add(row, span, parameters, particulars);
    this.#line = this.LA(0).endLine;
  }

  #isNew(): boolean {
    const [last, next] = [this.LA(0), this.LA(1)];
    const known =
      next === this.#reportedAt ||
      next.tokenType === t.Unreadable ||
      last.tokenType === t.Unreadable ||
      isPutIn(last);
    this.#reportedAt = next;
    this.#troubled = true;
    if (!known) this.troubles.push(next.startOffset);
    return !known;
  }

  /** Whether something on this line, or since the last separator, is wrong: more may follow from it. */
  protected followsFrom({ startLine }: IToken): boolean {
    return this.#troubled || startLine === this.#line;
  }

  /** Reports that something is missing after the last token: `A name`, `` `from` ``. */
  protected expected(expected: string): undefined {
    this.report(syntax.expected, this.gap(), { expected, after: this.LA(0).image });
  }

  /** Reports that the next token cannot stand here, if that does not follow. Returns whether it did. */
  protected unexpected(place: Place): boolean {
    const token = this.LA(1);
    const reports = !this.followsFrom(token) && this.#isNew();
    if (reports) reportUnexpected(place, [this.LA(-1), this.LA(0), token], this.findings);
    this.#line = token.startLine;
    return reports;
  }

  protected isNext(...types: TokenType[]): boolean {
    return types.some((type) => tokenMatcher(this.LA(1), type));
  }

  /** Whether the next token stands on the line of the last. */
  protected onLine(): boolean {
    return onOneLine(this.LA(0), this.LA(1));
  }

  /** The empty span after the last token. */
  protected gap(): Span {
    const end = endOf(this.LA(0));
    return { start: end, end };
  }

  /** From a token to the last one. */
  protected from(first: IToken): Span {
    return { start: first.startOffset, end: endOf(this.LA(0)) };
  }

  /** Whether the next tokens begin an item of a body and cannot go on with a value. */
  protected beginsItem(): boolean {
    if (this.isNext(t.ItemWord)) return true;
    if (!this.isNext(t.Identifier, t.Layers)) return false;
    const second = this.LA(2);
    if (isSign(second)) return true;
    if (second.tokenType === t.OpenBrace) return isSign(this.LA(0));
    return this.isNext(t.Layers) && onOneLine(this.LA(1), second) && beginsSet(second);
  }

  /** Whether the next word is a key, although it could also go on with the item before. */
  protected isKey(): boolean {
    return this.beginsItem() || this.LA(2).tokenType === t.OpenBrace;
  }

  /** Whether what follows can belong to what stands before: a new line may begin something else. */
  protected goesOn(): boolean {
    return this.onLine() || !(this.isNext(t.Reserved) || this.beginsItem());
  }

  /** Whether a name can belong to what stands before: a word of the language may begin something else. */
  protected nameFollows(): boolean {
    return this.onLine() || !this.isNext(t.Reserved);
  }

  /**
   * `rule` where what follows belongs here and begins it; else `missing` reports. This is an option
   * and no empty alternative, which Chevrotain overlooks when it computes what can stand first.
   */
  protected orMissing<T>(
    index: number,
    rule: ParserMethod<[], T>,
    missing: () => void,
    found: () => boolean = () => this.goesOn(),
  ): T | undefined {
    let isThere = false;
    const result = this.option(index, {
      GATE: found,
      DEF: () => {
        isThere = true;
        return this.subrule(index, rule);
      },
    });
    this.ACTION(() => {
      if (!isThere) missing();
    });
    return result;
  }

  /** A value, or a report of what has none. */
  protected value<T>(index: number, rule: ParserMethod<[], T>): T | undefined {
    return this.orMissing(index, rule, () => this.#missingValue());
  }

  /** The sign that is meant, or the one that other languages have there. */
  protected either(index: number, meant: TokenType, other: TokenType, of: string): IOrAlt<void>[] {
    return [
      { ALT: () => void this.consume(index, meant) },
      {
        ALT: () => {
          const found = this.consume(index, other);
          this.ACTION(() => this.otherSign(found, t.textOf(meant), of));
        },
      },
    ];
  }

  /** A sign, or a report that it is missing. */
  protected sign(index: number, meant: TokenType, other: TokenType, of: string): void {
    const missing = () => this.ACTION(() => this.expected(`\`${t.textOf(meant)}\``));
    this.or(index, [...this.either(index, meant, other, of), { ALT: missing }]);
  }

  protected otherSign(token: IToken, meant: string, of: string): void {
    const span = spanOf(token);
    const fix = { title: `Write \`${meant}\``, span, text: meant };
    this.report(syntax.otherSign, span, { of, found: token.image, meant }, { fix });
  }

  #missingValue(): void {
    const last = this.LA(0);
    const stated = this.LA(-1);
    if (tokenMatcher(last, t.Colon) || tokenMatcher(last, t.Equals)) {
      this.report(syntax.missingValue, spanOf(stated), { of: stated.image });
    } else if (tokenMatcher(last, t.Operator)) {
      this.report(syntax.missingOperand, spanOf(last), { operator: last.image });
    } else {
      this.expected("A value");
    }
  }
}

function beginsSet(token: IToken): boolean {
  return [t.Numeric, t.All, t.Every, t.OpenBracket].some((type) => tokenMatcher(token, type));
}

function isSign(token: IToken): boolean {
  return [t.Colon, t.Equals, t.ChangeOperator].some((type) => tokenMatcher(token, type));
}
