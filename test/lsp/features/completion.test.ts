import type { CompletionItem } from "vscode-languageserver";
import { expect, test } from "vitest";
import { completion } from "../../../compiler/lsp/features/completion.js";
import { markedView } from "../marked.js";

const others = {
  "lib/base.gda":
    "/// Of others.\nfamily Base { attention { mask: causal, rope: none } }\nmodel Small extends Base { }\nconst k = 2\n",
};

function items(source: string, snippets = true): readonly CompletionItem[] {
  const { view, offset } = markedView(source, others);
  return completion(view, offset, { snippets }).toSorted((a, b) =>
    (a.sortText ?? "") < (b.sortText ?? "") ? -1 : 1,
  );
}

/** What is proposed at the cursor, in the order in which it is shown. */
function proposed(source: string): string {
  return items(source)
    .map(({ label }) => label)
    .join(", ");
}

/** A text with a proposal put in, as a client does it. */
function completed(source: string, label: string, snippets = false): string {
  const { view, text, offset } = markedView(source, others);
  const item = completion(view, offset, { snippets }).find((each) => each.label === label);
  const edits = [item?.textEdit, ...(item?.additionalTextEdits ?? [])];
  return edits
    .flatMap((edit) => (edit && "range" in edit ? [edit] : []))
    .map(({ range, newText }) => ({
      start: view.offsetAt(range.start),
      end: view.offsetAt(range.end),
      newText,
    }))
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end, newText }) => all.slice(0, start) + newText + all.slice(end), text);
}

test.each([
  ["an empty file", "┆", "model, family, growth, target, const, import"],
  ["half a word", "mod┆", "model, family, growth, target, const, import"],
  ["behind a declaration", "const a = 1\n┆", "model, family, growth, target, const, import"],
  ["behind a model's name", "model M ┆", "extends"],
  [
    "a parent, here, built in or in another file",
    "family F { }\nmodel M extends ┆",
    "F, Motif, Base, Small",
  ],
  [
    "a parent among declarations",
    "const a = 1\ntarget T { }\nmodel M extends ┆ { }",
    "Motif, Base, Small",
  ],
  ["a stage as a parent", "growth G { stage a from M at 1 tokens }\nmodel N extends G.┆", "a"],
  ["a growth", "growth G { ┆ }", "stage, assert"],
  ["behind a stage's name", "growth G { stage a ┆ }", "from"],
  [
    "what a stage grows from",
    "model M { }\ngrowth G { stage a from M at 1 tokens\n stage b from ┆ }",
    "a, M, Small",
  ],
  ["when a stage starts", "growth G { stage a from M ┆ }", "at"],
  ["the unit of a stage's start", "growth G { stage a from M at 2.4T ┆", "tokens"],
  [
    "an assertion",
    "model M { }\ngrowth G { stage a from M at 1 tokens\n assert a == ┆ }",
    "a, M, Small",
  ],
  ["names of an import", 'import { Base, ┆ } from "lib/base.gda"', "Small, k"],
  ["an alias", 'import { Base ┆ } from "lib/base.gda"', "as"],
  ["behind an import's names", "import { Base } ┆", "from"],
  ["an import's path", 'import { Base } from "┆"', "lib/, gda:families"],
  ["an import's path that is not closed", 'import { Base } from "lib/┆', "base.gda"],
  ["words of a fact", "model M { attention { mask: ┆ } }", "causal, window, prefix, bidirectional"],
  [
    "words that are typed in half",
    "model M { attention { mask: cau┆\n  rope: none } }",
    "causal, window, prefix, bidirectional",
  ],
  ["words of a list", "model M { attention { bias: [q, ┆] } }", "q, k, v, o"],
  ["arguments", "model M { attention { rope: half(┆) } }", "theta, scaling"],
  ["arguments that are not there", "model M { attention { rope: half(theta: 5, ┆", "scaling"],
  [
    "words of an argument",
    "model M { attention { head_norm: none, lambda: sigmoid(per: ┆",
    "signal, noise",
  ],
  ["members of a fact", "model M { attention { lambda { ┆ } } }", "init, value, per"],
  ["a group", "model M { attention { group[8] { ┆ } } }", "signal, noise, ratio, kv"],
  [
    "a group, what it has not",
    "model M { attention { group[8] { signal: 4, ┆, kv: 1 } } }",
    "noise, ratio",
  ],
  ["a set of layers", "model M { attention { layers ┆ } }", "all, every"],
  ["every so many layers", "model M { attention { layers every 4 ┆ } }", "from"],
  ["channels", "model M { attention { head_dim: 128 ┆ } }", "plain, rotary"],
  ["bytes", "target T { cache_budget: 512 ┆ }", "KiB, MiB, GiB"],
  [
    "features",
    "target T { features: [┆] }",
    "shader_f16, subgroups, subgroup_size_control, timestamp_query, atomic_vec2u_min_max, primitive_index",
  ],
  [
    "a checkpoint",
    "model M { checkpoint: ┆ }",
    "native, motif, diff_llama, llama, gpt_oss, deepseek",
  ],
  ["types of params", "model M { param r: ┆ }", "int, float, ratio, tokens, bytes, decibel, dims"],
  ["behind a param's value", "model M { param r = 4:1 ┆ }", "in"],
  [
    "numbers among operands",
    "const k2 = 2\nmodel M { param r = 1\n mlp { width: 2 * ┆ } }",
    "r, k2, layer, hidden, layers, context, vocab, dtype.block, pre_norm.eps, min, max, floor, ceil, round, sqrt, exp, log",
  ],
  [
    "numbers in a constant",
    "const k2 = 2\nmodel M { param r = 1 }\nconst b = ┆",
    "k2, b, min, max, floor, ceil, round, sqrt, exp, log",
  ],
  ["a member in an expression", "model M { attention { score_scale: lambda.┆ } }", "init, value"],
  ["copies", "growth G { stage a from M at 1 tokens { copies: ┆ } }", "tile, hyperclone"],
  [
    "behind inserted layers",
    "growth G { stage a from M at 1 tokens { layers += 8 ┆ } }",
    "after every",
  ],
])("%s", (_, source, expected) => {
  expect(proposed(source)).toBe(expected);
});

test("facts: what is missing first, what is inherited last, and what is there not at all", () => {
  const imports = 'import { Base } from "lib/base.gda"\n';
  expect(
    proposed(`${imports}model M extends Base {\n  attention {\n    ┆\n    head_dim: 8\n  }\n}`),
  ).toBe(
    "noise_keys, lambda, head_norm, heads, signal_heads, noise_heads, groups, kv_pairs, ratio, value_dim, noise_repeat, qk_norm, score_scale, softcap, sinks, gate, bias, latent, cache, rope, rope { }, mask, mask { }, group, layers",
  );
  expect(proposed(`${imports}model M extends Base { hidden: 4, ┆ }`)).toBe(
    "layers, context, dtype, attention, vocab, embedding, checkpoint, pre_norm, mlp, param",
  );
});

test("a stage changes counts, and amends the classes that are there", () => {
  const model = "model M { attention { group calm[2] { signal: 1 } } }\n";
  const stage = (body: string): string =>
    proposed(`${model}growth G { stage a from M at 1 tokens { ${body} } }`);
  expect(stage("┆")).toBe(
    "hidden, hidden *=, context, dtype, attention, vocab, embedding, checkpoint, pre_norm, mlp, copies, inserted, reindex, lossy, layers +=",
  );
  expect(stage("attention { gro┆ }")).toMatch(/group calm, group, layers, lossy$/);
  expect(stage("attention { group calm { ┆ } }")).toBe(
    "signal *=, noise *=, noise, ratio, kv, signal, lossy, count *=",
  );
});

test("what was inherited can be dropped", () => {
  const source =
    'import { Base } from "lib/base.gda"\nmodel M extends Base { attention { mask: ┆ } }';
  expect(proposed(source)).toBe("causal, window, prefix, bidirectional, derive");
});

test.each([
  ["a comment", "model M { // hid┆ }"],
  ["a number", "model M { hidden: 4┆ }"],
  ["a reason", 'growth G { stage a from M at 1 tokens { lossy "wh┆y" { } } }'],
  ["a name that is being given", "model M┆"],
  ["behind a value", "model M { hidden: 64 ┆ }"],
  ["an unknown block", "model M { nowhere { ┆ } }"],
])("nothing is proposed in %s", (_, source) => {
  expect(proposed(source)).toBe("");
});

test("a proposal says what it takes and what it means, and replaces the word at the cursor", () => {
  expect(items("model M {\n  hid┆x: 4\n}")[0]).toEqual({
    label: "hidden",
    kind: 10,
    detail: "an int",
    documentation: { kind: "markdown", value: "Width of the residual stream. Required." },
    sortText: "0000",
    textEdit: {
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 6 } },
      newText: "hidden",
    },
  });
  expect(items("model M { attention { mask: ┆ } }")[1]).toEqual({
    label: "window",
    kind: 20,
    detail: "window(keys: an int)",
    documentation: { kind: "markdown", value: "The last keys only." },
    sortText: "0001",
    textEdit: {
      range: { start: { line: 0, character: 28 }, end: { line: 0, character: 28 } },
      newText: "window(keys: $1)",
    },
    insertTextFormat: 2,
  });
});

test.each([
  [
    "a fact with its words",
    "model M { attention { sin┆ } }",
    "sinks",
    "model M { attention { sinks: ${1|none,learned|} } }",
  ],
  ["a block", "model M { att┆ }", "attention", "model M { attention {\n\t$0\n} }"],
  [
    "a word with what it needs",
    "model M { attention { rope: hal┆ } }",
    "half",
    "model M { attention { rope: half(theta: $1) } }",
  ],
  [
    "a group",
    "model M { attention { gr┆ } }",
    "group",
    "model M { attention { group[${1:8}] { signal: ${2:4}, noise: ${3:1} } } }",
  ],
  ["a function", "const a = sq┆", "sqrt", "const a = sqrt($1)"],
])("%s has places to fill in", (_, source, label, expected) => {
  expect(completed(source, label, true)).toBe(expected);
});

test.each([
  [
    "a client without snippets",
    "model M { attention { mask: win┆ } }",
    "window",
    "model M { attention { mask: window } }",
  ],
  ["a fact without snippets", "model M { att┆ }", "attention", "model M { attention { } }"],
  [
    "a name before its colon",
    "model M { attention { ma┆: causal } }",
    "mask",
    "model M { attention { mask: causal } }",
  ],
  [
    "straight behind a colon",
    "model M { attention { mask:┆ } }",
    "causal",
    "model M { attention { mask: causal } }",
  ],
  [
    "the rest of a path",
    'import { Base } from "lib/b┆ase"',
    "base.gda",
    'import { Base } from "lib/base.gda"',
  ],
  [
    "a family with its import",
    "model M extends Ba┆ { }",
    "Base",
    'import { Base } from "lib/base.gda"\nmodel M extends Base { }',
  ],
  [
    "an import below the others, with the line ends of the file",
    'import { A } from "a.gda"\r\nmodel M extends ┆ { }',
    "Motif",
    'import { A } from "a.gda"\r\nimport { Motif } from "gda:families"\r\nmodel M extends Motif { }',
  ],
])("%s", (_, source, label, expected) => {
  expect(completed(source, label)).toBe(expected);
});

test.each([
  ["a parenthesis", "model M {\n  attention {\n    rope: half(theta: 5\n    ma┆\n  }\n}"],
  [
    "a block before",
    "model A {\n  attention { heads: 4\n\nmodel M {\n  attention {\n    ma┆\n  }\n}",
  ],
  ["the block itself", "model M {\n  attention {\n    ma┆"],
])("%s that is not closed does not mislead", (_, source) => {
  expect(proposed(source)).toMatch(/^head_dim, (rope, )?mask, noise_keys, /);
});
