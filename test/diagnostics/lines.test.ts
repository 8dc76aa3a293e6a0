import { expect, test } from "vitest";
import { LineIndex, lineIndexes } from "../../compiler/diagnostics/lines.js";
import { sourcesOf } from "./finding.js";

function places(text: string): string[] {
  const index = new LineIndex(text);
  return Array.from({ length: text.length + 1 }, (_, offset) => {
    const { line, column } = index.position(offset);
    return `${line}:${column}`;
  });
}

test("an empty text has one place", () => {
  expect(places("")).toEqual(["1:1"]);
});

test("LF, CR and CRLF end a line, and no place lies inside CRLF", () => {
  expect(places("a\nb")).toEqual(["1:1", "1:2", "2:1", "2:2"]);
  expect(places("a\rb")).toEqual(["1:1", "1:2", "2:1", "2:2"]);
  expect(places("a\r\nb")).toEqual(["1:1", "1:2", "1:2", "2:1", "2:2"]);
  expect(places("\n\r\n")).toEqual(["1:1", "2:1", "2:1", "3:1"]);
});

test("LF after CR LF starts a line of its own", () => {
  expect(places("\r\n\n")).toEqual(["1:1", "1:1", "2:1", "3:1"]);
});

test("U+2028 and form feed end no line", () => {
  expect(places("a\u2028\fb").at(-1)).toBe("1:5");
});

test("a tab is one column, an emoji two units", () => {
  expect(places("\t😀x").at(-1)).toBe("1:5");
});

test("past the end is the end", () => {
  expect(new LineIndex("ab\ncd").position(99)).toEqual({ line: 2, column: 3 });
});

test("a line comes without its break", () => {
  const index = new LineIndex("one\r\ntwo\rthree\n");
  expect([1, 2, 3, 4].map((number) => index.line(number))).toEqual([
    { start: 0, text: "one" },
    { start: 5, text: "two" },
    { start: 9, text: "three" },
    { start: 15, text: "" },
  ]);
});

test("the index of a file is made once, and there is none of an unknown file", () => {
  const indexOf = lineIndexes(sourcesOf({ "a.gda": "" }));
  expect(indexOf("a.gda")).toBe(indexOf("a.gda"));
  expect(indexOf("b.gda")).toBeUndefined();
});
