import type { ParserMethod } from "chevrotain";
import { syntax } from "./syntax.js";
import { TolerantParser } from "./recovery.js";
import * as t from "./tokens.js";

/** Rules that pass over what does not belong: always by whole brackets, reported at its beginning. */
export abstract class SkippingParser extends TolerantParser {
  /** Round or square brackets with all that is in them. */
  readonly #brackets = this.RULE("skippedBrackets", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.OpenParen);
          this.MANY(() => this.SUBRULE(this.#any));
          this.CONSUME(t.CloseParen);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.OpenBracket);
          this.MANY2(() => this.SUBRULE2(this.#any));
          this.CONSUME(t.CloseBracket);
        },
      },
    ]);
  });

  readonly #braces = this.RULE("skippedBraces", () => {
    this.CONSUME(t.OpenBrace);
    this.MANY(() => this.SUBRULE(this.#any));
    this.CONSUME(t.CloseBrace);
  });

  readonly #any: ParserMethod<[], void> = this.RULE("skippedAny", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Plain) },
      { ALT: () => this.CONSUME(t.Comma) },
      { ALT: () => this.SUBRULE(this.#brackets) },
      { ALT: () => this.SUBRULE(this.#braces) },
    ]);
  });
}
