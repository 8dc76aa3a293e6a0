import type { ParserMethod } from "chevrotain";
import { TolerantParser } from "./recovery.js";
import { syntax, type Place } from "./syntax.js";
import { spanOf } from "./token.js";
import * as t from "./tokens.js";

/** Rules that pass over what does not belong, by whole brackets, and report it where it begins. */
export abstract class SkippingParser extends TolerantParser {
  readonly #brackets: ParserMethod<[], void> = this.RULE("skippedBrackets", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.OpenBrace);
          this.MANY(() => this.SUBRULE(this.#any));
          this.CONSUME(t.CloseBrace);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.OpenBracket);
          this.MANY2(() => this.SUBRULE2(this.#any));
          this.CONSUME(t.CloseBracket);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.OpenParen);
          this.MANY3(() => this.SUBRULE3(this.#any));
          this.CONSUME(t.CloseParen);
        },
      },
    ]);
  });

  readonly #any: ParserMethod<[], void> = this.RULE("skipped", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Plain) },
      { ALT: () => this.CONSUME(t.Comma) },
      { ALT: () => this.SUBRULE(this.#brackets) },
    ]);
  });

  /**
   * A rule for a run of what cannot stand at a place, until `ends` or a closing bracket. Returns
   * whether it was reported.
   */
  #stray(name: string, place: Place, ends: () => boolean): ParserMethod<[], boolean> {
    return this.RULE(name, () => {
      const reported = this.ACTION(() => this.unexpected(place));
      this.SUBRULE(this.#any);
      this.MANY({ GATE: () => !ends(), DEF: () => this.SUBRULE2(this.#any) });
      return reported;
    });
  }

  protected readonly strayDeclaration = this.#stray(
    "strayDeclaration",
    "declaration",
    () => this.isNext(t.DeclarationWord) || this.#blockEnds(),
  );

  protected readonly strayMember = this.#stray(
    "strayMember",
    "member",
    () => this.isNext(t.MemberWord) || this.#blockEnds(),
  );

  /** Whether a block and its line have ended. */
  #blockEnds(): boolean {
    return this.LA(0).tokenType === t.CloseBrace && !this.onLine();
  }

  protected readonly strayItem = this.#stray("strayItem", "item", () => this.#itemEnds());

  #itemEnds(): boolean {
    if (this.isNext(t.Comma) || !this.onLine()) return true;
    return this.beginsItem() && this.LA(2).tokenType !== t.Equals;
  }

  protected readonly strayElement = this.#stray("strayElement", "element", () =>
    this.isNext(t.Comma),
  );

  /** What stands between a whole value and the bracket that closes around it. */
  protected readonly strayRest = this.#stray("strayRest", "element", () => false);

  readonly #strayHead = this.#stray("strayHead", "head", () => !this.#headGoesOn());

  /**
   * Passes over what stands before a block, or before the end of its line, and belongs to nothing.
   * Returns whether something did.
   */
  protected restOfHead(index: number): boolean {
    return this.#passOver(index, this.#strayHead, () => this.#headGoesOn());
  }

  /** Passes over the rest of an item of which nothing can be said. */
  protected restOfItem(index: number): void {
    this.#passOver(index, this.strayItem, () => !this.#itemEnds());
  }

  #passOver(index: number, stray: ParserMethod<[], boolean>, found: () => boolean): boolean {
    let passedOver = false;
    this.option(index, {
      GATE: found,
      DEF: () => {
        passedOver = true;
        this.subrule(index, stray);
      },
    });
    return passedOver;
  }

  #headGoesOn(): boolean {
    if (this.isNext(t.OpenBrace, t.Comma, t.DeclarationWord, t.MemberWord)) return false;
    return this.onLine() && !this.beginsItem();
  }

  /**
   * Elements with commas between them. `rows`: they may also be separated by a line's end, as items
   * are. Whatever is neither an element nor a comma is passed over.
   */
  protected sequence(element: () => void, stray: ParserMethod<[], boolean>, rows: boolean): void {
    let last: "element" | "comma" | "stray" = "comma";
    const separated = () => last !== "element" || (rows && !this.onLine());
    this.MANY(() =>
      this.OR([
        {
          GATE: () => separated() || !this.#belongsBefore(rows),
          ALT: () => {
            this.ACTION(() => {
              if (separated()) this.begin();
              else this.#missingComma(rows);
            });
            element();
            last = "element";
          },
        },
        {
          ALT: () => {
            this.ACTION(() => {
              this.begin();
              if (last === "comma") this.#extraComma();
            });
            this.CONSUME(t.Comma);
            last = "comma";
          },
        },
        {
          IGNORE_AMBIGUITIES: true,
          ALT: () => {
            this.ACTION(() => {
              if (rows && !this.onLine()) this.begin();
            });
            this.SUBRULE(stray);
            last = "stray";
          },
        },
      ]),
    );
  }

  /** Whether the next word is no element without its comma, but one word too many. */
  #belongsBefore(rows: boolean): boolean {
    return rows ? this.isNext(t.Identifier) && !this.isKey() : this.isNext(t.Reserved);
  }

  #missingComma(rows: boolean): void {
    const span = this.gap();
    const fix = { title: "Put in a comma", span, text: "," };
    this.report(rows ? syntax.missingSeparator : syntax.missingComma, span, {}, { fix });
  }

  #extraComma(): void {
    const span = spanOf(this.LA(1));
    const fix = { title: "Take it away", span, text: "" };
    this.report(syntax.extraComma, span, {}, { fix });
  }
}
