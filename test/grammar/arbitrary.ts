import fc from "fast-check";
import type * as tree from "../../grammar/tree.js";

/** Complete trees of all kinds, without places in a text: `write` gives them one. */

const span = fc.constant({ start: 0, end: 0 });
const nothing = fc.constant(undefined);

function kind<const K extends string>(name: K): { kind: fc.Arbitrary<K>; span: typeof span } {
  return { kind: fc.constant(name), span };
}

function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq: 2 });
}

function few<T>(arbitrary: fc.Arbitrary<T>, maxLength = 3): fc.Arbitrary<T[]> {
  return fc.array(arbitrary, { maxLength });
}

/** One of several, by weight; rather the first when it is deep already. */
function oneOf<T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> {
  return fc.oneof(
    { withCrossShrink: true, depthSize: "small" },
    ...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })),
  );
}

const softWords = ["from", "as", "at", "in", "after", "every", "all"];
const word = fc.oneof(
  fc.constantFrom(...softWords, "a", "hidden", "head_dim", "x4", "_", "shader_f16"),
  fc.stringMatching(/^[A-Z][a-z0-9_]{0,4}$/),
);

const name = fc.record({ ...kind("name"), text: word });
const text = fc.record({
  ...kind("text"),
  value: fc.string({
    unit: fc.constantFrom("a", " ", '"', "\\", "{", "//", "θ", "🎉"),
    maxLength: 5,
  }),
});
const doc = maybe(
  fc
    .array(fc.constantFrom("a", "b c", "{ d: 1 }", "θ"), { minLength: 1, maxLength: 2 })
    .map((lines) => lines.join("\n")),
);

const layersName = fc.record({ ...kind("name"), text: fc.constant("layers") });
const key = fc.oneof({ weight: 5, arbitrary: name }, { weight: 1, arbitrary: layersName });
const path: fc.Arbitrary<tree.Path> = fc.record({
  ...kind("path"),
  names: fc.tuple(key, few(name, 2)).map(([first, rest]) => [first, ...rest]),
});

const written: fc.Arbitrary<Pick<tree.NumberLiteral, "form" | "value" | "text">> = fc.oneof(
  fc.nat(99_999).map((value) => {
    const grouped = String(value).replace(/(?=(?:\d{3})+$)(?!^)/g, "_");
    return { form: "int" as const, value, text: grouped };
  }),
  fc.constantFrom("0.5", "1e-5", "2.5E3", "1_0.2_5", "3e+4").map((float) => ({
    form: "float" as const,
    value: Number(float.replaceAll("_", "")),
    text: float,
  })),
  fc
    .constantFrom<[string, number]>(["2.4T", 2.4e12], ["7B", 7e9], ["1_0M", 1e7])
    .map(([count, value]) => ({ form: "count" as const, value, text: count })),
);
const unit = fc.constantFrom("tokens", "KiB", "MiB", "GiB", "dB", "plain", "rotary");
const number: fc.Arbitrary<tree.NumberLiteral> = fc
  .tuple(written, fc.record({ ...kind("number"), unit: maybe(unit) }))
  .map(([parts, rest]) => ({ ...parts, ...rest }));
const ratio = fc.record({ ...kind("ratio"), signal: fc.nat(99), noise: fc.nat(9) });

type Exprs = {
  expr: tree.Expr;
  term: tree.Expr;
  factor: tree.Expr;
  primary: tree.Expr;
  list: tree.List;
};

// Products below sums and signs below products: parentheses are nodes of their own.
const { expr, list } = fc.letrec<Exprs>((tie) => ({
  expr: oneOf<tree.Expr>(
    [4, tie("term")],
    [
      1,
      fc.record({
        ...kind("binary"),
        operator: fc.constantFrom("+", "-"),
        left: tie("expr"),
        right: tie("term"),
      }),
    ],
  ),
  term: oneOf<tree.Expr>(
    [4, tie("factor")],
    [
      1,
      fc.record({
        ...kind("binary"),
        operator: fc.constantFrom("*", "/"),
        left: tie("term"),
        right: tie("factor"),
      }),
    ],
  ),
  factor: oneOf<tree.Expr>(
    [6, tie("primary")],
    [1, fc.record({ ...kind("negate"), operand: tie("factor") })],
  ),
  primary: oneOf<tree.Expr>(
    [4, number],
    [3, path],
    [1, ratio],
    [1, tie("list")],
    [1, fc.record({ ...kind("parens"), inner: tie("expr") })],
    [
      2,
      fc.record({
        ...kind("call"),
        callee: path,
        arguments: few(fc.record({ ...kind("argument"), name: maybe(name), value: tie("expr") })),
      }),
    ],
  ),
  list: fc.record({ ...kind("list"), elements: few(tie("expr")) }),
}));

/** A number of layers that does not begin with a word that means something there. */
const layer = expr.filter((value) => {
  let first = value;
  while (first.kind === "binary") first = first.left;
  const begun = first.kind === "call" ? first.callee : first;
  return begun.kind !== "path" || !["all", "every"].includes(begun.names[0]?.text ?? "");
});
const layerSet: fc.Arbitrary<tree.LayerSet> = fc.oneof(
  fc.record(kind("allLayers")),
  fc.record({ ...kind("everyLayers"), step: expr, first: expr }),
  fc.record({ ...kind("rangeLayers"), first: layer, end: expr, open: fc.constant(false) }),
  fc.record({ ...kind("rangeLayers"), first: layer, end: nothing, open: fc.constant(true) }),
  fc.record({ ...kind("listedLayers"), value: layer }),
);
const after: fc.Arbitrary<tree.After> = fc.oneof(
  fc.record({ ...kind("after"), every: expr, list: nothing }),
  fc.record({ ...kind("after"), every: nothing, list }),
);

const { body } = fc.letrec<{ body: tree.Body; item: tree.Item }>((tie) => ({
  body: fc.record({ ...kind("body"), items: few(tie("item"), 4) }),
  item: oneOf<tree.Item>(
    [6, fc.record({ ...kind("fact"), key, value: expr, doc })],
    [
      2,
      fc.record({
        ...kind("change"),
        key,
        operator: fc.constantFrom("*=", "+="),
        by: expr,
        after: maybe(after),
        doc,
      }),
    ],
    [
      1,
      fc.record({
        ...kind("param"),
        name,
        type: maybe(name),
        value: expr,
        allowed: maybe(list),
        doc,
      }),
    ],
    [2, fc.record({ ...kind("amend"), key: name, body: tie("body"), doc })],
    [
      2,
      fc.record({
        ...kind("group"),
        name: maybe(name),
        count: maybe(expr),
        body: tie("body"),
        doc,
      }),
    ],
    [1, fc.record({ ...kind("layers"), set: layerSet, body: tie("body"), doc })],
    [1, fc.record({ ...kind("lossy"), reason: text, body: tie("body"), doc })],
  ),
}));

const stage = fc.record({ ...kind("stage"), name, from: path, at: expr, body: maybe(body), doc });
const assert = fc.record({ ...kind("assert"), left: path, right: path });
const declaration: fc.Arbitrary<tree.Declaration> = fc.oneof(
  fc.record({ ...kind("const"), name, value: expr, doc }),
  fc.record({ ...kind("family"), name, extends: maybe(path), body, doc }),
  fc.record({ ...kind("model"), name, extends: maybe(path), body, doc }),
  fc.record({ ...kind("target"), name, body, doc }),
  fc.record({ ...kind("growth"), name, members: few(fc.oneof(stage, assert)), doc }),
);
const imported = fc.record({
  ...kind("import"),
  names: few(fc.record({ ...kind("importName"), name, as: maybe(name) })),
  from: text,
});

export const sourceFile: fc.Arbitrary<tree.SourceFile> = fc.record({
  ...kind("file"),
  imports: few(imported, 2),
  declarations: few(declaration),
  comments: fc.constant([]),
  complete: fc.constant(true),
});
