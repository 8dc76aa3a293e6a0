import { expect, test } from "vitest";
import { Parser } from "../../grammar/parser.js";

test("the grammar is unambiguous to Chevrotain's analysis", () => {
  expect(() => new Parser(true)).not.toThrow();
});
