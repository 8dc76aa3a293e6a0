import type { TextEdit } from "vscode-languageserver";
import { expect, test } from "vitest";
import { format, formatOnType, formatRange } from "../../../compiler/lsp/features/formatting.js";
import type { View } from "../../../compiler/lsp/document.js";
import { markedView } from "../marked.js";

function applied(view: View, edits: readonly TextEdit[]): string {
  return edits
    .map(({ range, newText }) => ({
      start: view.offsetAt(range.start),
      end: view.offsetAt(range.end),
      newText,
    }))
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, newText }) => text.slice(0, start) + newText + text.slice(end),
      view.source.text,
    );
}

const untidy = `model A {   hidden:64,layers: 2 }


// between
model B {
  hidden: 64
    layers: 2
  context: 8

}`;
const tidy = `model A { hidden: 64, layers: 2 }

// between
model B {
  hidden: 64
  layers: 2
  context: 8
}
`;

test("a whole text gets its form by few edits, and a formatted one none", () => {
  const { view } = markedView(untidy);
  const edits = format(view);
  expect(applied(view, edits)).toBe(tidy);
  expect(edits.map(({ range: { start, end } }) => [start.line, end.line])).toEqual([
    [0, 0],
    [2, 3],
    [6, 6],
    [8, 9],
    [9, 9],
  ]);
  expect(format(markedView(tidy).view)).toEqual([]);
});

test.each([
  ["CRLF", "\r\n"],
  ["CR", "\r"],
])("%s stays", (_, end) => {
  const { view } = markedView(untidy.replaceAll("\n", end));
  expect(applied(view, format(view))).toBe(tidy.replaceAll("\n", end));
});

test("a byte order mark stays", () => {
  const { view } = markedView("\uFEFFmodel  A { }\n");
  expect(format(view)).toEqual([
    {
      range: { start: { line: 0, character: 1 }, end: { line: 0, character: 13 } },
      newText: "model A { }",
    },
  ]);
});

test.each(["", "\n\n", "// only\n\n\n", "\n// only", "model A { }\n\n\n"])(
  "%j is formatted",
  (text) => {
    const { view } = markedView(text);
    const once = applied(view, format(view));
    expect(format(markedView(once).view)).toEqual([]);
    expect(once).toBe(once.trim() === "" ? "" : `${once.trim()}\n`);
  },
);

test("a text with mistakes is left as it is", () => {
  expect(format(markedView("model A {   hidden:  }").view)).toEqual([]);
});

test("a range formats its lines", () => {
  const { view, ranges } = markedView("const a  = 1\n⟦const b  = 2⟧\nconst c  = 3\n");
  const [range = { start: 0, end: 0 }] = ranges;
  expect(applied(view, formatRange(view, range))).toBe("const a  = 1\nconst b = 2\nconst c  = 3\n");
});

test("a closing brace formats what it closes", () => {
  const { view, offset } = markedView("const a  = 1\nmodel M {\nhidden:64\n}┆\nconst c  = 3\n");
  const expected = "const a  = 1\nmodel M {\n  hidden: 64\n}\nconst c  = 3\n";
  expect(applied(view, formatOnType(view, offset, "}"))).toBe(expected);
});

test("a new line formats the one above, and leaves the rest to be written", () => {
  const { view, offset } = markedView("model M {\n  hidden:64\n  ┆\n}\nconst c  = 3\n");
  const expected = "model M {\n  hidden: 64\n  \n}\nconst c  = 3\n";
  expect(applied(view, formatOnType(view, offset, "\n"))).toBe(expected);
});
