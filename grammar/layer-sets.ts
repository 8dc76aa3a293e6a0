import type { IToken, ParserMethod } from "chevrotain";
import { ExpressionParser } from "./expressions.js";
import { syntax } from "./syntax.js";
import * as t from "./tokens.js";
import type { Expr, LayerSet } from "./tree.js";

/** The rule of what stands after `layers`. */
export abstract class LayerSetParser extends ExpressionParser {
  protected readonly layerSet: ParserMethod<[], LayerSet | undefined> = this.RULE("layerSet", () =>
    this.OR<LayerSet | undefined>([
      // `all` and `every` could be names that begin a number; here they are what they say.
      {
        IGNORE_AMBIGUITIES: true,
        ALT: () => {
          const all = this.CONSUME(t.All);
          return this.ACTION(() => ({ kind: "allLayers", span: this.from(all) }));
        },
      },
      { IGNORE_AMBIGUITIES: true, ALT: () => this.SUBRULE(this.#every) },
      { ALT: () => this.SUBRULE(this.#rangeOrList) },
    ]),
  );

  readonly #every = this.RULE("everyLayers", (): LayerSet => {
    const every = this.CONSUME(t.Every);
    const step = this.value(1, this.expr);
    const first = this.OR2<Expr | undefined>([
      {
        ALT: () => {
          this.CONSUME(t.From);
          return this.value(3, this.expr);
        },
      },
      { ALT: () => this.ACTION(() => this.expected("`from` with a first layer")) },
    ]);
    return this.ACTION(() => ({ kind: "everyLayers", step, first, span: this.from(every) }));
  });

  readonly #rangeOrList = this.RULE("rangeOrList", (): LayerSet | undefined => {
    const first = this.SUBRULE(this.expr);
    const range = this.OPTION(() => this.SUBRULE(this.#rangeEnd));
    return this.ACTION((): LayerSet | undefined => {
      if (first === undefined) return undefined;
      if (range === undefined) return { kind: "listedLayers", value: first, span: first.span };
      const span = { start: first.span.start, end: this.gap().end };
      return { kind: "rangeLayers", first, ...range, span };
    });
  });

  readonly #rangeEnd = this.RULE("rangeEnd", (): { end: Expr | undefined; open: boolean } =>
    this.OR<{ end: Expr | undefined; open: boolean }>([
      {
        ALT: () => {
          this.CONSUME(t.RangeBelow);
          const end = this.value(1, this.expr);
          return { end, open: false };
        },
      },
      {
        ALT: () => {
          const dots = this.CONSUME(t.RangeOn);
          this.OPTION({
            GATE: () => this.onLine(),
            DEF: () => {
              const last = this.SUBRULE(this.expr);
              this.ACTION(() => this.#closedRange(dots, last));
            },
          });
          return { end: undefined, open: true };
        },
      },
    ]),
  );

  /** Other languages write a last layer after two dots; whether it is one of them differs. */
  #closedRange(dots: IToken, last: Expr | undefined): void {
    const help: string[] = [];
    if (last?.kind === "number" && last.form === "int") {
      const { value } = last;
      help.push(`\`..<${value}\` ends with layer ${value - 1}, \`..<${value + 1}\` with ${value}`);
    }
    this.report(syntax.rangeEnd, this.from(dots), {}, { help });
  }
}
