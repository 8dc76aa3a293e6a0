import type { SelectionRange } from "vscode-languageserver";
import { expect, test } from "vitest";
import { selectionRange } from "../../../compiler/lsp/features/selection-ranges.js";
import { markedView } from "../marked.js";

/** The texts that a selection grows to, one after the other. */
function grown(source: string): readonly string[] {
  const { view, offset } = markedView(source);
  const texts: string[] = [];
  let range: SelectionRange | undefined = selectionRange(view, offset);
  while (range) {
    const { start, end } = range.range;
    texts.push(view.source.text.slice(view.offsetAt(start), view.offsetAt(end)));
    range = range.parent;
  }
  return texts;
}

test("from a name to the file", () => {
  expect(
    grown("const k = 2\nmodel M { attention { score_scale: 2 / sqrt(head_d┆im) } }\n"),
  ).toEqual([
    "head_dim",
    "sqrt(head_dim)",
    "2 / sqrt(head_dim)",
    "score_scale: 2 / sqrt(head_dim)",
    " score_scale: 2 / sqrt(head_dim) ",
    "{ score_scale: 2 / sqrt(head_dim) }",
    "attention { score_scale: 2 / sqrt(head_dim) }",
    " attention { score_scale: 2 / sqrt(head_dim) } ",
    "{ attention { score_scale: 2 / sqrt(head_dim) } }",
    "model M { attention { score_scale: 2 / sqrt(head_dim) } }",
    "const k = 2\nmodel M { attention { score_scale: 2 / sqrt(head_dim) } }\n",
  ]);
});

test("in half a text", () => {
  expect(grown("model M {\n  hid┆den: 6")).toEqual([
    "hidden",
    "hidden: 6",
    "\n  hidden: 6",
    "{\n  hidden: 6",
    "model M {\n  hidden: 6",
  ]);
  expect(grown("┆")).toEqual([""]);
});
