import { expect, test } from "vitest";
import { definition } from "../../../compiler/lsp/features/definition.js";
import { markedView } from "../marked.js";

const base = `family Base {
  attention { mask: causal, rope: half(theta: 10_000), lambda: reparam(init: 0.8) }
}
model Small extends Base { hidden: 64 }
const k = 2
`;

/** Where the cursor's definition is: the file, and its line from there on. */
function defined(source: string): string | undefined {
  const { view, offset } = markedView(source, { "lib/base.gda": base });
  const found = definition(view, offset);
  if (!found) return undefined;
  const file = found.uri.replace("file:///work/", "");
  const home = view.workspace.view(file);
  const start = home?.offsetAt(found.range.start) ?? 0;
  return `${file}: ${home?.source.text.slice(start).split("\n")[0] ?? ""}`;
}

const imports = 'import { Base, Small as Tiny, k } from "lib/base.gda"\n';

test.each([
  ["a parent in another file", `${imports}model M extends Ba┆se { }`, "lib/base.gda: Base {"],
  ["the name in an import", 'import { Ba┆se } from "lib/base.gda"', "lib/base.gda: Base {"],
  [
    "behind an alias",
    `${imports}model M extends Tiny┆ { }`,
    "lib/base.gda: Small extends Base { hidden: 64 }",
  ],
  [
    "the alias itself",
    'import { Small as Ti┆ny } from "lib/base.gda"',
    "lib/base.gda: Small extends Base { hidden: 64 }",
  ],
  ["an imported file", 'import { Base } from "lib/ba┆se.gda"', "lib/base.gda: family Base {"],
  ["a constant in an expression", `${imports}const b = 2 * ┆k`, "lib/base.gda: k = 2"],
  ["what is built in", 'import { Mot┆if } from "gda:families"', "gda:families: Motif {"],
  [
    "a fact that a parent states",
    `${imports}model M extends Base { attention { ┆mask: prefix } }`,
    "lib/base.gda: mask: causal, rope: half(theta: 10_000), lambda: reparam(init: 0.8) }",
  ],
  [
    "a member of a fact that a parent states",
    `${imports}model M extends Base { attention { rope { th┆eta: 5 } } }`,
    "lib/base.gda: theta: 10_000), lambda: reparam(init: 0.8) }",
  ],
  [
    "a member in an expression",
    `${imports}model M extends Base { attention { score_scale: lambda.in┆it } }`,
    "lib/base.gda: init: 0.8) }",
  ],
  [
    "a fact of the same block",
    "model M { attention { head_dim: 64, score_scale: 1 / head_d┆im } }",
    "main.gda: head_dim: 64, score_scale: 1 / head_dim } }",
  ],
  [
    "the plain fact that a `layers` block overrides",
    "model M { attention { mask: causal\n layers every 2 from 0 { ma┆sk: prefix } } }",
    "main.gda: mask: causal",
  ],
  ["a fact that nobody else states", "model M { hid┆den: 64 }", "main.gda: hidden: 64 }"],
  ["a param", "model M { param r = 4:1\n attention { ratio: r┆ } }", "main.gda: r = 4:1"],
  [
    "a parent's param",
    "family F { param r = 4:1 }\nmodel M extends F { attention { ratio: r┆ } }",
    "main.gda: r = 4:1 }",
  ],
  [
    "a class of groups in the model that a stage grows",
    "model M { attention { group calm[2] { signal: 1 } } }\ngrowth G { stage a from M at 1 tokens { attention { group ca┆lm { signal *= 2 } } } }",
    "main.gda: calm[2] { signal: 1 } } }",
  ],
  [
    "a stage of the same growth",
    "growth G { stage a from M at 1 tokens\n stage b from a┆ at 1 tokens }",
    "main.gda: a from M at 1 tokens",
  ],
  [
    "a stage of another growth",
    "growth G { stage a from M at 1 tokens }\nmodel N extends G.a┆ { }",
    "main.gda: a from M at 1 tokens }",
  ],
])("%s", (_, source, expected) => {
  expect(defined(source)).toBe(expected);
});

test.each([
  ["a word of the language", "model M { attention { mask: cau┆sal } }"],
  ["a function", "const a = lo┆g(2)"],
  ["a name that nothing has", "model M extends Nowhe┆re { }"],
  ["a number", "const a = 1┆2"],
  ["half a text", "model M extends ┆"],
])("%s has no definition", (_, source) => {
  expect(defined(source)).toBeUndefined();
});
