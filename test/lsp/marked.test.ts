import { expect, test } from "vitest";
import { marked, markedView } from "./marked.js";

test("marks are taken out and counted in the text without them", () => {
  expect(marked("a⟦b┆c⟦d⟧⟧e┆")).toEqual({
    text: "abcde",
    cursors: [2, 5],
    ranges: [
      { start: 1, end: 4 },
      { start: 3, end: 4 },
    ],
  });
});

test("a position is an offset, and back, in every kind of text", () => {
  const { view, cursors } = markedView("\uFEFF┆mod┆el 😀┆ A {\r\n\t┆x: 1 ┆\r\n}┆");
  const positions = cursors.map((offset) => view.rangeOf({ start: offset, end: offset }).start);
  expect(positions).toEqual([
    { line: 0, character: 1 },
    { line: 0, character: 4 },
    { line: 0, character: 9 },
    { line: 1, character: 1 },
    { line: 1, character: 6 },
    { line: 2, character: 1 },
  ]);
  expect(positions.map((position) => view.offsetAt(position))).toEqual(cursors);
});

test("a position past the end of a line or of the text is at that end", () => {
  const { view, cursors } = markedView("ab┆\r\ncd┆");
  expect(view.offsetAt({ line: 0, character: 99 })).toBe(cursors[0]);
  expect(view.offsetAt({ line: 99, character: 0 })).toBe(cursors[1]);
});

test("the same text has the same tree in the views of its importers", () => {
  const { view } = markedView('import { A } from "./lib/a.gda"\n', {
    "lib/a.gda": "model A { }\n",
  });
  const other = view.workspace.view("lib/a.gda");
  expect(view.analysis.modules.get("lib/a.gda")?.tree).toBe(other?.parsed.tree);
  expect(view.workspace.list("")).toEqual(["lib/", "main.gda"]);
});
