import { expect, test } from "vitest";
import { syntax } from "../../grammar/syntax.js";
import { mistakes } from "./mistakes.js";
import { diagnosticsOf, spansOf, unmark } from "./marked.js";

test.each(mistakes)("%s", (marked, ...expected) => {
  const { text, marks } = unmark(marked);
  const found = diagnosticsOf(text);
  expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual(expected);
  expect(spansOf(found)).toEqual(marks);
});

test("every row of the table has an example", () => {
  const codes = new Set(
    mistakes.flatMap(([, ...lines]) => lines.map((line) => line.split(" ")[0])),
  );
  // What is too large, too deep or too much is in limits.test.ts.
  const elsewhere = [syntax.fileTooLarge, syntax.moreMistakes, syntax.nestingTooDeep].map(
    ({ code }) => code,
  );
  const all = Object.values(syntax).map(({ code }) => code);
  expect(all.filter((code) => !codes.has(code) && !elsewhere.includes(code))).toEqual([]);
});

test("codes and names of rows are unlike each other", () => {
  const rows = Object.values(syntax);
  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length);
});
