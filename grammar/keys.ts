import type { IToken, ParserMethod } from "chevrotain";
import type { Docs } from "./docs.js";
import { nameFrom } from "./expressions.js";
import { LayerSetParser } from "./layer-sets.js";
import { spanOf } from "./token.js";
import { syntax } from "./syntax.js";
import * as t from "./tokens.js";
import type { After, Body, Change, Expr, Fact, Item, List, Name } from "./tree.js";

/** The rules of items that begin with a key: facts, amendments and changes. */
export abstract class KeyParser extends LayerSetParser {
  protected abstract readonly body: ParserMethod<[], Body>;
  protected docs: Docs | undefined;
  protected source = "";

  /** The `///` lines before a node that begins with `first`. */
  protected doc(first: IToken): string | undefined {
    return this.docs?.take(first);
  }

  protected readonly keyed = this.RULE("keyed", (): Item | undefined => {
    const key = this.CONSUME(t.Identifier);
    return this.OR<Item | undefined>([
      { ALT: () => this.SUBRULE(this.stated, { ARGS: [key] }) },
      { ALT: () => this.#amendment(1, key) },
      {
        GATE: () => this.#valueFollows(),
        ALT: () => {
          this.ACTION(() => this.#missingColon(key));
          const value = this.SUBRULE(this.expr);
          const fact = this.ACTION(() => this.#fact(key, value));
          this.restOfItem(4);
          return fact;
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Dot);
          const member = this.nameOf(1);
          this.ACTION(() => this.#dottedKey(key, member));
          return undefined;
        },
      },
      {
        IGNORE_AMBIGUITIES: true,
        ALT: () => {
          this.ACTION(() => this.#bareWord(key));
          this.restOfItem(3);
          return undefined;
        },
      },
    ]);
  });

  /** What stands after a key and its sign. */
  protected readonly stated: ParserMethod<[IToken], Item | undefined> = this.RULE(
    "stated",
    (key: IToken) =>
      this.OR<Item | undefined>([
        {
          ALT: () => {
            const colon = this.CONSUME(t.Colon);
            return this.OR2<Item | undefined>([
              {
                ALT: () => {
                  this.ACTION(() => this.#colonBeforeBlock(key, colon));
                  return this.#amendment(2, key);
                },
              },
              {
                ALT: () => {
                  this.ACTION(() => this.#nextLine(key));
                  const value = this.value(3, this.expr);
                  return this.ACTION(() =>
                    this.#fact(key, this.#argumentsFollow() ? undefined : value),
                  );
                },
              },
            ]);
          },
        },
        {
          ALT: () => {
            const sign = this.CONSUME(t.Equals);
            this.ACTION(() => this.otherSign(sign, ":", "A fact"));
            const value = this.value(4, this.expr);
            return this.ACTION(() => this.#fact(key, value));
          },
        },
        { ALT: () => this.SUBRULE(this.#change, { ARGS: [key] }) },
      ]),
  );

  readonly #change: ParserMethod<[IToken], Change> = this.RULE("change", (key: IToken) => {
    const sign = this.CONSUME(t.ChangeOperator);
    const by = this.value(1, this.expr);
    const after = this.OPTION({
      GATE: () => !this.isKey(),
      DEF: () => this.SUBRULE(this.#after),
    });
    return this.ACTION((): Change => {
      const operator = sign.tokenType === t.Multiply ? "*=" : "+=";
      const doc = this.doc(key);
      return { kind: "change", key: nameFrom(key), operator, by, after, doc, span: this.from(key) };
    });
  });

  readonly #after = this.RULE("after", (): After => {
    const after = this.CONSUME(t.After);
    let every: Expr | undefined;
    let list: List | undefined;
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Every);
          every = this.value(1, this.expr);
        },
      },
      {
        ALT: () => {
          list = this.SUBRULE(this.list);
        },
      },
      { ALT: () => this.ACTION(() => this.expected("`every` or a list of layers")) },
    ]);
    return this.ACTION((): After => ({ kind: "after", every, list, span: this.from(after) }));
  });

  #amendment(index: number, key: IToken): Item {
    const body = this.subrule(index, this.body);
    return this.ACTION(() => {
      const doc = this.doc(key);
      return { kind: "amend", key: nameFrom(key), body, doc, span: this.from(key) };
    });
  }

  #fact(key: IToken, value: Expr | undefined): Fact {
    const doc = this.doc(key);
    return { kind: "fact", key: nameFrom(key), value, doc, span: this.from(key) };
  }

  /** Whether a block stands where a value could have had arguments. */
  #argumentsFollow(): boolean {
    return this.isNext(t.OpenBrace) && this.onLine();
  }

  /** Whether the line goes on with what reads as a value, and as nothing else. */
  #valueFollows(): boolean {
    if (!this.onLine() || this.beginsItem()) return false;
    const second = this.LA(2).tokenType;
    if (this.isNext(t.Identifier)) return second !== t.OpenBrace && second !== t.OpenBracket;
    return this.isNext(t.Numeric, t.Ratio, t.Text);
  }

  #bareWord(key: IToken): void {
    if (!this.followsFrom(key)) this.report(syntax.bareWord, spanOf(key), { word: key.image });
  }

  #missingColon(key: IToken): void {
    const span = this.gap();
    const fix = { title: "Put in a colon", span, text: ":" };
    this.report(syntax.missingColon, span, { key: key.image }, { fix });
  }

  #colonBeforeBlock(key: IToken, colon: IToken): void {
    const span = spanOf(colon);
    const fix = { title: "Take the colon away", span, text: "" };
    this.report(syntax.colonBeforeBlock, span, { key: key.image }, { fix });
  }

  #dottedKey(key: IToken, member: Name | undefined): void {
    const names = { key: key.image, member: member?.text ?? "…" };
    this.report(syntax.dottedKey, this.from(key), names);
  }

  /** Reports a value that stands on a line below its key. */
  #nextLine(key: IToken): void {
    const begins = this.isNext(t.Numeric, t.Ratio, t.Identifier, t.Layers, t.Minus, t.Text);
    if (this.onLine() || !this.goesOn() || !(begins || this.isNext(t.OpenBracket, t.OpenParen))) {
      return;
    }
    const value = this.LA(1);
    const span = { start: this.gap().start, end: value.startOffset };
    const blank = /^\s*$/.test(this.source.slice(span.start, span.end));
    const fix = { title: "Put it on one line", span, text: " " };
    this.findings.add(
      syntax.valueOnNextLine,
      spanOf(value),
      { of: key.image },
      { secondary: [{ span: spanOf(key), text: "stated here" }], ...(blank && { fix }) },
    );
  }
}
