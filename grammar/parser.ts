import type { IToken } from "chevrotain";
import type { Docs } from "./docs.js";
import { keep } from "./expressions.js";
import type { Findings } from "./findings.js";
import { ItemParser } from "./items.js";
import type { Source } from "./span.js";
import { syntax } from "./syntax.js";
import * as t from "./tokens.js";
import type {
  Assert,
  Const,
  Declaration,
  Family,
  Growth,
  Import,
  ImportName,
  Model,
  Stage,
  Target,
} from "./tree.js";

/** What a file consists of, each in the order of the text. */
export interface Parts {
  readonly imports: readonly Import[];
  readonly declarations: readonly Declaration[];
}

/** The parser of `.gda` files. To make one takes longer than to read a file, so it is kept. */
export class Parser extends ItemParser {
  /** `validate` has Chevrotain analyse the grammar, which is a test's matter. */
  constructor(validate = false) {
    super(validate);
    this.performSelfAnalysis();
  }

  /** Reads the mended tokens of a file. */
  read(source: Source, tokens: IToken[], docs: Docs, findings: Findings): Parts {
    this.source = source.text;
    this.docs = docs;
    this.findings = findings;
    this.input = tokens;
    return this.#file();
  }

  readonly #file = this.RULE("file", (): Parts => {
    const imports: Import[] = [];
    const declarations: Declaration[] = [];
    this.MANY(() =>
      this.OR<unknown>([
        { ALT: () => imports.push(this.SUBRULE(this.#import)) },
        { ALT: () => declarations.push(this.SUBRULE(this.#declaration)) },
        {
          IGNORE_AMBIGUITIES: true,
          ALT: () => {
            const reported = this.SUBRULE(this.strayDeclaration);
            this.ACTION(() => reported && this.begin());
          },
        },
      ]),
    );
    return { imports, declarations };
  });

  readonly #declaration = this.RULE("declaration", (): Declaration => {
    this.ACTION(() => this.begin());
    return this.OR<Declaration>([
      { ALT: () => this.SUBRULE(this.#const) },
      { ALT: () => this.SUBRULE(this.#family) },
      { ALT: () => this.SUBRULE(this.#model) },
      { ALT: () => this.SUBRULE(this.#growth) },
      { ALT: () => this.SUBRULE(this.#target) },
    ]);
  });

  readonly #import = this.RULE("import", (): Import => {
    const names: ImportName[] = [];
    const word = this.CONSUME(t.Import);
    this.ACTION(() => this.begin());
    this.OR1([
      {
        ALT: () => {
          this.CONSUME(t.OpenBrace);
          this.sequence(
            () => keep(names, this.SUBRULE(this.#importName)),
            this.strayElement,
            false,
          );
          this.CONSUME(t.CloseBrace);
        },
      },
      {
        GATE: () => this.onLine() && !this.isNext(t.From),
        ALT: () => {
          const name = this.SUBRULE2(this.#importName);
          this.ACTION(() => this.#unbraced(name, names));
        },
      },
      { ALT: () => this.ACTION(() => this.expected("`{` with names")) },
    ]);
    const from = this.OR2([
      {
        ALT: () => {
          this.CONSUME(t.From);
          return this.orMissing(3, this.text, () => this.expected("A file in quotes"));
        },
      },
      { ALT: () => this.ACTION(() => this.expected("`from` with a file")) },
    ]);
    return this.ACTION((): Import => ({ kind: "import", names, from, span: this.from(word) }));
  });

  readonly #importName = this.RULE("importName", (): ImportName | undefined => {
    const name = this.SUBRULE(this.name);
    const as = this.OPTION(() => {
      this.CONSUME(t.As);
      return this.nameOf(1);
    });
    return this.ACTION((): ImportName | undefined => {
      if (name === undefined) return undefined;
      const span = { start: name.span.start, end: this.gap().end };
      return { kind: "importName", name, as, span };
    });
  });

  #unbraced(name: ImportName | undefined, names: ImportName[]): void {
    if (name === undefined) return;
    names.push(name);
    const written = this.source.slice(name.span.start, name.span.end);
    const fix = { title: "Put braces around it", span: name.span, text: `{ ${written} }` };
    this.report(syntax.unbracedImport, name.span, { name: written }, { fix });
  }

  readonly #const = this.RULE("const", (): Const => {
    const word = this.CONSUME(t.Const);
    const name = this.nameOf(1);
    this.sign(2, t.Equals, t.Colon, "A constant");
    const value = this.value(3, this.expr);
    return this.ACTION((): Const => {
      return { kind: "const", name, value, doc: this.doc(word), span: this.from(word) };
    });
  });

  readonly #family = this.RULE("family", (): Family => {
    const word = this.CONSUME(t.Family);
    const name = this.nameOf(1);
    const base = this.#base();
    const body = this.SUBRULE(this.block);
    return this.ACTION((): Family => {
      const doc = this.doc(word);
      return { kind: "family", name, extends: base, body, doc, span: this.from(word) };
    });
  });

  readonly #model = this.RULE("model", (): Model => {
    const word = this.CONSUME(t.Model);
    const name = this.nameOf(1);
    const base = this.#base();
    const body = this.SUBRULE(this.block);
    return this.ACTION((): Model => {
      const doc = this.doc(word);
      return { kind: "model", name, extends: base, body, doc, span: this.from(word) };
    });
  });

  #base() {
    return this.OPTION(() => {
      this.CONSUME(t.Extends);
      return this.pathOf(2, "A model or family");
    });
  }

  readonly #growth = this.RULE("growth", (): Growth => {
    const members: (Stage | Assert)[] = [];
    const word = this.CONSUME(t.Growth);
    const name = this.nameOf(1);
    this.restOfHead(2);
    this.OR2([
      {
        ALT: () => {
          this.CONSUME(t.OpenBrace);
          this.MANY(() =>
            this.OR3<unknown>([
              { ALT: () => members.push(this.SUBRULE(this.#member)) },
              { IGNORE_AMBIGUITIES: true, ALT: () => this.SUBRULE(this.strayMember) },
            ]),
          );
          this.CONSUME(t.CloseBrace);
        },
      },
      { ALT: () => this.ACTION(() => this.expected("`{`")) },
    ]);
    return this.ACTION((): Growth => {
      return { kind: "growth", name, members, doc: this.doc(word), span: this.from(word) };
    });
  });

  readonly #member = this.RULE("member", (): Stage | Assert => {
    this.ACTION(() => this.begin());
    return this.OR<Stage | Assert>([
      { ALT: () => this.SUBRULE(this.#stage) },
      { ALT: () => this.SUBRULE(this.#assert) },
    ]);
  });

  readonly #stage = this.RULE("stage", (): Stage => {
    const word = this.CONSUME(t.Stage);
    const name = this.nameOf(1, "A name", t.From);
    const from = this.OR2([
      {
        ALT: () => {
          this.CONSUME(t.From);
          return this.pathOf(3, "A model or stage", t.At);
        },
      },
      { ALT: () => this.ACTION(() => this.expected("`from` with a model or stage")) },
    ]);
    const at = this.OR4([
      {
        ALT: () => {
          this.CONSUME(t.At);
          return this.value(5, this.expr);
        },
      },
      { ALT: () => this.ACTION(() => this.expected("`at` with a count of tokens")) },
    ]);
    this.restOfHead(6);
    const body = this.OPTION7(() => this.SUBRULE(this.body));
    return this.ACTION((): Stage => {
      const doc = this.doc(word);
      return { kind: "stage", name, from, at, body, doc, span: this.from(word) };
    });
  });

  readonly #assert = this.RULE("assert", (): Assert => {
    const word = this.CONSUME(t.Assert);
    const left = this.pathOf(1, "A model or stage", t.EqualsEquals);
    this.sign(2, t.EqualsEquals, t.Equals, "An assertion");
    const right = this.pathOf(3, "A model or stage");
    return this.ACTION((): Assert => {
      return { kind: "assert", left, right, span: this.from(word) };
    });
  });

  readonly #target = this.RULE("target", (): Target => {
    const word = this.CONSUME(t.Target);
    const name = this.nameOf(1);
    const body = this.SUBRULE(this.block);
    return this.ACTION((): Target => {
      return { kind: "target", name, body, doc: this.doc(word), span: this.from(word) };
    });
  });
}
