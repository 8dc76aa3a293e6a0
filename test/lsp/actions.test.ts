import { expect, test } from "vitest";
import type { CodeAction } from "vscode-languageserver";
import { codeActions } from "../../compiler/lsp/actions/code-actions.js";
import { abilitiesOf } from "../../compiler/lsp/client.js";
import { Lints } from "../../compiler/lsp/lints.js";
import { findingsOf } from "../../compiler/lsp/publisher.js";
import type { View } from "../../compiler/lsp/document.js";
import { markedView, workspaceOf } from "./marked.js";

const client = abilitiesOf({});
const lints = new Lints();

function actionsAt(source: string, only?: string): { view: View; actions: readonly CodeAction[] } {
  const { view, offset, ranges } = markedView(source);
  const [selected = { start: offset, end: offset }] = ranges;
  const context = { diagnostics: [], ...(only === undefined ? {} : { only: [only] }) };
  return { view, actions: codeActions(view, findingsOf(view, lints), selected, context, client) };
}

function titles(source: string, only?: string): readonly string[] {
  return actionsAt(source, only).actions.map(({ title }) => title);
}

/** The text with the only action of a title made, or the only one at all, and what is wrong with it then. */
function made(source: string, title?: string, only?: string) {
  const { view, actions } = actionsAt(source, only);
  const [action, ...others] = actions.filter((each) => title === undefined || each.title === title);
  if (!action || others.length > 0) throw new Error(`actions: ${titles(source, only).join(", ")}`);
  const edits = action.edit?.changes?.[view.uri] ?? [];
  let text = view.source.text;
  for (const { range, newText } of edits.toReversed()) {
    text =
      text.slice(0, view.offsetAt(range.start)) + newText + text.slice(view.offsetAt(range.end));
  }
  const after = workspaceOf({ "main.gda": text }).view("main.gda");
  const codes = after?.analysis.diagnostics.map(({ code }) => code) ?? [];
  return { text, codes, preferred: action.isPreferred, kind: action.kind };
}

const rest = "hidden: 64, layers: 2, context: 128, dtype: f32";

function attention(text: string, others = rest): string {
  return `model A {\n  ${others}\n  attention { ${text} }\n}\n`;
}

const whole = "head_dim: 16, rope: none, mask: causal";
const noise = "lambda: constant(value: 0.5), head_norm: none, noise_keys: own";

test("a fix that is the only one is preferred", () => {
  const { text, codes, preferred, kind } = made(attention(`heads: 4,┆, ${whole}`));
  expect({ text, codes, preferred, kind }).toEqual({
    text: attention(`heads: 4, ${whole}`),
    codes: [],
    preferred: true,
    kind: "quickfix",
  });
});

test.each([
  ["a fact", attention(`heads: 4, head_dim: 16, rope: none, m┆aks: causal`), "Write `mask`"],
  ["a word", attention(`heads: 4, head_dim: 16, rope: none, mask: c┆ausl`), "Write `causal`"],
  ["a parent", `family Fam { }\nmodel B extends F┆an { ${rest} attention { heads: 4, ${whole} } }`],
  [
    "a name",
    `const breadth = 64\nmodel A {\n  hidden: b┆readht, layers: 2, context: 8, dtype: f32\n}`,
  ],
])("what was meant: %s", (...[, source, title]: readonly [string, string, string?]) => {
  const [first] = actionsAt(source).actions;
  const { codes } = made(source, title ?? first?.title);
  expect(codes).not.toContain(first?.diagnostics?.[0]?.code);
});

test("what is missing is written, one action a word, where the block is", () => {
  const source = attention("heads: 4, head_dim: 16, rope: none").replace("A", "┆A");
  expect(titles(source)).toEqual([
    "Write `mask: causal`",
    "Write `mask: window(keys: 4096)`",
    "Write `mask: prefix`",
    "Write `mask: bidirectional`",
  ]);
  const { text, codes } = made(source, "Write `mask: causal`");
  expect(text).toBe(attention("heads: 4, head_dim: 16, rope: none, mask: causal"));
  expect(codes).toEqual([]);
});

test("on a line of its own, with the line breaks of the text, in a block that is made if need be", () => {
  const source =
    "model ┆A {\r\n\thidden: 64, layers: 2, context: 128\r\n\tattention {\r\n\t\theads: 4, head_dim: 16, mask: causal\r\n\t}\r\n}\r\n";
  expect(made(source, "Write `dtype: f16`").text).toBe(
    source
      .replace("┆", "")
      .replace("context: 128\r\n", "context: 128\r\n")
      .replace("\t}\r\n}", "\t}\r\n\tdtype: f16\r\n}"),
  );
  expect(made(source, "Write `rope: half(theta: 10_000)`").text).toContain(
    "causal\r\n\t\trope: half(theta: 10_000)\r\n\t}",
  );
});

test.each([
  ["heads: 40, ratio: 4:1", "group[8] { signal: 4, noise: 1 }", noise],
  ["heads: 40, ratio: 4:1, groups: 4", "group[4] { signal: 8, noise: 2 }", noise],
  ["heads: 32, kv_pairs: 8", "group[8] { signal: 4, noise: 0 }", ""],
  ["heads: 10, ratio: 4:1, kv_pairs: 1", "group[2] { signal: 4, noise: 1 }, kv_pairs: 1", noise],
])("%s and %s say the same", (totals, group, more) => {
  const other = `${more === "" ? "" : `${more}, `}${whole}`;
  const toGroup = made(attention(`┆${totals}, ${other}`), undefined, "refactor");
  expect(toGroup).toMatchObject({ text: attention(`${group}, ${other}`), codes: [] });
  expect(toGroup.kind).toBe("refactor.rewrite");
});

test("a group becomes totals", () => {
  const other = `${noise}, ${whole}`;
  const source = attention(`gr┆oup[4] { signal: 8, noise: 2, kv: 2 }, ${other}`);
  expect(made(source, undefined, "refactor")).toMatchObject({
    text: attention(`heads: 40, ratio: 4:1, groups: 4, kv_pairs: 8, ${other}`),
    codes: [],
  });
});

test("no conversion where a child says something of what would go, nor of several classes", () => {
  const child = "model B extends A { attention { heads: 80 } }\n";
  const source = attention(`┆heads: 40, ratio: 4:1, ${noise}, ${whole}`);
  expect(titles(source, "refactor")).toHaveLength(1);
  expect(titles(source + child, "refactor")).toEqual([]);
  const classes = "group a[2] { signal: 4, noise: 1 }, gr┆oup b[2] { signal: 2, noise: 1 }";
  expect(titles(attention(`${classes}, ${noise}, ${whole}`), "refactor")).toEqual([]);
});

test("a lint is allowed by a comment above its line, whose reason is asked for", () => {
  const source = attention(`heads: 4, ${whole}`).replace("2, context", "2, ┆context");
  const lint = attention(`heads: 21, ratio: 6:1┆, ${noise}, ${whole}`);
  expect(titles(source)).toEqual([]);
  const { text, codes } = made(lint, "Allow `GDA9001` here");
  expect(text).toContain("\n  // gda-allow GDA9001:\n  attention");
  expect(codes).toEqual([]);
});

test("all that is certain is fixed at once, where that is asked for", () => {
  const source = attention(`heads: 4,, head_dim: 16,, rope: none, mask: causal`).replace("A", "┆A");
  expect(titles(source)).toEqual([]);
  const { text, codes } = made(source, undefined, "source.fixAll");
  expect({ text, codes }).toEqual({ text: attention(`heads: 4, ${whole}`), codes: [] });
});
