import { expect, test } from "vitest";
import { parse } from "../../grammar/parse.js";
import { print } from "../../grammar/print.js";
import { createSource } from "../../grammar/source.js";
import { formats } from "./formats.js";
import { mistakes } from "./mistakes.js";
import { unmark } from "./marked.js";

function printed(text: string): string | undefined {
  const source = createSource("test.gda", text);
  return print(parse(source).tree, source);
}

const cases = formats.map(([name, text, canonical = text]) => ({ name, text, canonical }));

test.each(cases)("$name", ({ text, canonical }) => {
  expect(printed(text)).toBe(canonical);
  expect(printed(canonical)).toBe(canonical);
});

test("a text with mistakes is not printed: what was passed over would be lost", () => {
  for (const [marked] of mistakes) expect(printed(unmark(marked).text)).toBeUndefined();
});
