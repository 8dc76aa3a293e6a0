import type { ParserMethod } from "chevrotain";
import { keep } from "./expressions.js";
import { KeyParser } from "./keys.js";
import * as t from "./tokens.js";
import type { Body, Group, Item, Layers, Lossy, Param } from "./tree.js";

/** The rules of bodies and of the items that begin with a word of the language. */
export abstract class ItemParser extends KeyParser {
  protected override readonly body: ParserMethod<[], Body> = this.RULE("body", () => {
    const items: Item[] = [];
    const open = this.CONSUME(t.OpenBrace);
    this.sequence(() => keep(items, this.SUBRULE(this.#item)), this.strayItem, true);
    this.CONSUME(t.CloseBrace);
    return this.ACTION((): Body => ({ kind: "body", items, span: this.from(open) }));
  });

  readonly #item: ParserMethod<[], Item | undefined> = this.RULE("item", () =>
    this.OR<Item | undefined>([
      { ALT: () => this.SUBRULE(this.keyed) },
      { ALT: () => this.SUBRULE(this.#layers) },
      { ALT: () => this.SUBRULE(this.#param) },
      { ALT: () => this.SUBRULE(this.#group) },
      { ALT: () => this.SUBRULE(this.#lossy) },
    ]),
  );

  /** A body, and before it what else stands on its line. */
  protected readonly block = this.RULE("block", (): Body | undefined => {
    const passedOver = this.restOfHead(2);
    return this.orMissing(1, this.body, () => {
      if (!passedOver) this.expected("`{`");
    });
  });

  readonly #layers = this.RULE("layers", (): Item | undefined => {
    const layers = this.CONSUME(t.Layers);
    return this.OR<Item | undefined>([
      { ALT: () => this.SUBRULE(this.stated, { ARGS: [layers] }) },
      {
        // A block that lacks all its parts could be anything; a sign has been looked for before.
        IGNORE_AMBIGUITIES: true,
        ALT: () => {
          const set = this.orMissing(2, this.layerSet, () => this.expected("A set of layers"));
          const body = this.SUBRULE(this.block);
          return this.ACTION((): Layers => {
            const doc = this.doc(layers);
            return { kind: "layers", set, body, doc, span: this.from(layers) };
          });
        },
      },
    ]);
  });

  readonly #param = this.RULE("param", (): Param => {
    const param = this.CONSUME(t.Param);
    const name = this.nameOf(1);
    const type = this.OPTION(() => {
      this.CONSUME(t.Colon);
      return this.nameOf(2, "A type");
    });
    this.sign(3, t.Equals, t.EqualsEquals, "A parameter");
    const value = this.value(4, this.expr);
    const allowed = this.OPTION6({
      GATE: () => !this.isKey(),
      DEF: () => {
        this.CONSUME(t.In);
        return this.orMissing(5, this.list, () => this.expected("A list"));
      },
    });
    return this.ACTION((): Param => {
      const doc = this.doc(param);
      return { kind: "param", name, type, value, allowed, doc, span: this.from(param) };
    });
  });

  readonly #group = this.RULE("group", (): Group => {
    const group = this.CONSUME(t.Group);
    const name = this.OPTION({
      GATE: () => this.nameFollows(),
      DEF: () => this.SUBRULE(this.name),
    });
    const count = this.OPTION2(() => {
      this.CONSUME(t.OpenBracket);
      const written = this.value(1, this.expr);
      this.OPTION3(() => this.SUBRULE(this.strayRest));
      this.CONSUME(t.CloseBracket);
      return written;
    });
    const body = this.SUBRULE(this.block);
    return this.ACTION((): Group => {
      const doc = this.doc(group);
      return { kind: "group", name, count, body, doc, span: this.from(group) };
    });
  });

  readonly #lossy = this.RULE("lossy", (): Lossy => {
    const lossy = this.CONSUME(t.Lossy);
    const reason = this.orMissing(1, this.text, () => this.expected("A reason in quotes"));
    const body = this.SUBRULE(this.block);
    return this.ACTION((): Lossy => {
      const doc = this.doc(lossy);
      return { kind: "lossy", reason, body, doc, span: this.from(lossy) };
    });
  });
}
