import { expect, test } from "vitest";
import { changedLines } from "../../compiler/diagnostics/suggestion.js";

/** Shows the changed lines of `a.gda` for edits written as [start, end, text]. */
function changed(text: string, ...edits: [number, number, string][]): string[] {
  const fix = {
    title: "mend it",
    edits: edits.map(([start, end, replacement]) => ({
      span: { file: "a.gda", start, end },
      text: replacement,
    })),
  };
  return changedLines(fix, { file: "a.gda", text }).map(
    (line) => `${line.number} ${line.sign} ${line.text}`,
  );
}

test("an insertion in a line", () => {
  expect(changed("a b\n", [1, 1, ","])).toEqual(["1 - a b", "1 + a, b"]);
});

test("edits of one line are one change, in any order", () => {
  expect(changed("a b c", [4, 5, "z"], [0, 1, "x"])).toEqual(["1 - a b c", "1 + x b z"]);
});

test("a new line is only added", () => {
  expect(changed("one\ntwo", [3, 3, "\nmask: causal"])).toEqual(["2 + mask: causal"]);
});

test("a whole line is only removed", () => {
  expect(changed("one\ntwo\nthree", [4, 8, ""])).toEqual(["2 - two"]);
});

test("changes far apart keep the numbers of the old and the new text", () => {
  expect(changed("a\nb\nc\nd", [0, 1, "a1\na2"], [6, 7, "e"])).toEqual([
    "1 - a",
    "1 + a1",
    "2 + a2",
    "4 - d",
    "5 + e",
  ]);
});

test("CRLF", () => {
  expect(changed("one\r\ntwo\r\n", [5, 8, "2"])).toEqual(["2 - two", "2 + 2"]);
});

test("edits of another file are left out", () => {
  const span = { file: "b.gda", start: 0, end: 0 };
  const fix = { title: "mend it", edits: [{ span, text: "x" }] };
  expect(changedLines(fix, { file: "a.gda", text: "" })).toEqual([]);
});
