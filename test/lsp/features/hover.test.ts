import { expect, test } from "vitest";
import { hover } from "../../../compiler/lsp/features/hover.js";
import { markedView } from "../marked.js";

/** The Markdown at the cursor; it must be for the marked range, or for the name around it. */
function hovered(source: string): string {
  const { view, offset, ranges } = markedView(source);
  const found = hover(view, offset);
  if (!found) return "";
  const { contents, range } = found;
  const [marked] = ranges;
  expect(range).toEqual(marked ? view.rangeOf(marked) : range);
  return typeof contents === "object" && "value" in contents ? contents.value : "";
}

const motif = `import { Motif } from "gda:families"

/// Motif-2-12.7B, arXiv 2511.07464.
model Big extends Motif {
  hidden: 4096, layers: 40, context: 32_768, vocab: 219_520, embedding: untied, dtype: f16
  mlp { width: 16_384 }
  attention {
    group[8] { signal: 4, noise: 1, kv: 1 }, head_dim: 128, rope { theta: 1_000_000 }
    layers every 4 from 0 { mask: window(keys: 128), score_scale: m * m / sqrt(head_dim) }
  }
}
/// YaRN's temperature.
const m = 0.1 * log(64) + 1
growth More {
  stage wider from Big at 2.4T tokens { attention { group { signal *= 2 } }, copies: hyperclone(snr: 10 dB, seed: 1) }
}
target Laptop { cache_budget: 512 MiB }
`;

/** The Markdown at a place of that text, marked by its surroundings. */
function at(surroundings: string): string {
  const plain = surroundings.replaceAll(/[┆⟦⟧]/g, "");
  expect(motif).toContain(plain);
  return hovered(motif.replace(plain, surroundings));
}

const heads = `|  | groups | signal heads | noise heads | all heads | KV pairs | ratio | in memory |
| --- | --- | --- | --- | --- | --- | --- | --- |
| layers 0-39 | 8 | 8 × 4 = 32 | 8 × 1 = 8 | 40 | 8 | 4:1 | 8 × SSSSN |`;

test("a model: its head, its description and what follows from it", () => {
  expect(at("model ⟦B┆ig⟧")).toBe(`\`\`\`gda
model Big extends Motif
\`\`\`

Motif-2-12.7B, arXiv 2511.07464.

40 heads · 320 KiB a token · 12.70 B parameters`);
});

test("a parent, wherever it is declared", () => {
  expect(at("Big extends ⟦M┆otif⟧")).toContain(
    "family Motif\n```\n\nGrouped differential attention",
  );
});

test("a fact: what it takes, and its values by layer with their origins", () => {
  expect(at("⟦ma┆sk⟧: window")).toBe(`\`\`\`gda
mask: causal, window, prefix or bidirectional
\`\`\`

Which keys a query sees.

Required.

| value | layers | from |
| --- | --- | --- |
| \`window(keys: 128)\` | layers every 4 from 0 | written, [line 9](file:///work/main.gda#L9) |
| \`causal\` | 30 other layers | inherited, [gda:families:5](gda:families#L5) |`);
});

test("a fact that is left out elsewhere has its default there", () => {
  expect(at("⟦score┆_scale⟧")).toBe(`\`\`\`gda
score_scale: a float
\`\`\`

Multiplies the scores.

Left out: \`1 / sqrt(head_dim)\`.

| value | layers | from |
| --- | --- | --- |
| \`0.177196\` | layers every 4 from 0 | written, [line 9](file:///work/main.gda#L9), [line 13](file:///work/main.gda#L13), [line 8](file:///work/main.gda#L8) |
| \`0.0883883\` | 30 other layers | derived, [line 8](file:///work/main.gda#L8) |`);
});

test("an argument and a member have the value of theirs alone", () => {
  expect(at("{ ⟦the┆ta⟧: 1_000_000")).toContain("| `1,000,000` | written, ");
  expect(at("window(⟦ke┆ys⟧: 128)")).toContain("| `128` | layers every 4 from 0 | written, ");
});

test("head facts show the heads of the model", () => {
  expect(at("⟦sig┆nal⟧: 4")).toBe(`\`\`\`gda
signal: an int
\`\`\`

Signal heads of one group.

| value | from |
| --- | --- |
| \`4\` | written, [line 8](file:///work/main.gda#L8) |

${heads}`);
  expect(at("⟦gro┆up[8]⟧ {")).toBe(heads);
  expect(at("  ⟦atten┆tion⟧ {\n    group")).toBe(
    `\`\`\`gda\nattention { … }\n\`\`\`\n\nThe attention of each layer.\n\nRequired.\n\n${heads}\n\n40 heads · 320 KiB a token`,
  );
});

test("λ by layer is a range", () => {
  const text = motif.replace(
    "head_dim: 128",
    "head_dim: 128, head_norm: rms(eps: 1e-5, times: 1 - lamb┆da.init)",
  );
  expect(hovered(text)).toContain("| `reparam(init: -0.00991528 to 0.799993)` | inherited, ");
});

test.each([
  [
    "a word",
    "⟦win┆dow⟧(keys",
    "```gda\nwindow(keys: an int)\n```\n\nThe last keys only.\n\n- `keys`: How many keys a query sees, its own counted.",
  ],
  ["a function", "⟦lo┆g⟧(64)", "```gda\nlog(x)\n```\n\nThe natural logarithm."],
  [
    "a constant",
    "score_scale: ⟦m┆⟧ *",
    "```gda\nconst m = 0.1 * log(64) + 1\n```\n\nYaRN's temperature.\n\n= 1.41589",
  ],
  ["a set of layers", "⟦lay┆ers every 4 from 0⟧ {", "Layers 0, 4, …, 36: 10 of 40."],
  ["tokens", "⟦2.4┆T tokens⟧", "2,400,000,000,000 tokens"],
  ["bytes", "⟦512┆ MiB⟧", "536,870,912 bytes"],
  ["decibels", "⟦10┆ dB⟧", "× 10"],
  [
    "a stage",
    "stage ⟦wi┆der⟧",
    "```gda\nstage wider from Big at 2.4T tokens\n```\n\nsignal heads × 2; copies: hyperclone\n\n72 heads · 320 KiB a token · 14.72 B parameters",
  ],
  [
    "a growth",
    "growth ⟦Mo┆re⟧",
    "```gda\ngrowth More\n```\n\n72 heads · 320 KiB a token · 14.72 B parameters",
  ],
  [
    "a changed count",
    "⟦sig┆nal⟧ *= 2",
    `\`\`\`gda\nsignal: an int\n\`\`\`\n\nSignal heads of one group.\n\n| value | from |\n| --- | --- |\n| \`8\` | written, [line 15](file:///work/main.gda#L15), [line 8](file:///work/main.gda#L8) |\n\n${heads.replace("8 × 4 = 32", "8 × 8 = 64").replace("| 40 | 8 | 4:1 | 8 × SSSSN", "| 72 | 8 | 8:1 | 8 × SSSSSSSSN")}`,
  ],
])("%s", (_, surroundings, expected) => {
  expect(at(surroundings)).toBe(expected);
});

test("a param has the value that stands", () => {
  expect(hovered("model M { param ⟦r┆⟧: ratio = 4:1 in [2:1, 4:1] }")).toBe(
    "```gda\nparam r: ratio = 4:1 in [2:1, 4:1]\n```\n\n= 4:1",
  );
});

test("beside mistakes there are words and no values", () => {
  expect(hovered("model M {\n  attention {\n    ma┆sk: causal\n    head_dim: ")).toBe(
    "```gda\nmask: causal, window, prefix or bidirectional\n```\n\nWhich keys a query sees.\n\nRequired.",
  );
});

test.each([
  ["a brace", "model M {┆ }"],
  ["a plain number", "const a = 1┆2"],
  ["a comment", "// model ┆Motif"],
  ["an unknown name", "model M extends Nowhe┆re { }"],
  ["nothing", "┆"],
])("%s says nothing", (_, source) => {
  expect(hovered(source)).toBe("");
});
