import type { TokenType } from "chevrotain";
import { expect, test } from "vitest";
import { Parser } from "../../grammar/parser.js";
import { lexerOf } from "../../grammar/scan.js";
import { vocabulary } from "../../grammar/tokens.js";

test("the grammar is unambiguous to Chevrotain's analysis", () => {
  expect(() => new Parser(true)).not.toThrow();
});

test("Chevrotain finds nothing wrong with the tokens", () => {
  expect(() => lexerOf(true)).not.toThrow();
});

test("the grammar uses every token that reaches it", () => {
  const grammar = JSON.stringify(new Parser().getSerializedGastProductions());
  const terminals = new Set(
    Array.from(grammar.matchAll(/"type":"Terminal","name":"(\w+)"/g), ([, name]) => name),
  );
  const uses = ({ name, CATEGORIES = [] }: TokenType): boolean =>
    terminals.has(name) || CATEGORIES.some(uses);
  const unused = vocabulary.filter((type) => type.GROUP === undefined && !uses(type));
  // The scanner reads these as others; comments and blanks have groups of their own.
  expect(unused.map(({ name }) => name).toSorted()).toEqual([
    "BadEscape",
    "BadNumber",
    "ForeignWord",
    "Lookalike",
    "OpenText",
    "OtherChange",
    "OtherQuotes",
    "UnknownCharacters",
  ]);
});
