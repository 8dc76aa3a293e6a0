import { expect, test } from "vitest";
import { limits } from "../../grammar/limits.js";
import { parse } from "../../grammar/parse.js";
import { createSource } from "../../grammar/source.js";
import { syntax } from "../../grammar/syntax.js";

function parsed(text: string) {
  const start = performance.now();
  const { tree, diagnostics } = parse(createSource("test.gda", text));
  expect(performance.now() - start).toBeLessThan(10_000);
  return { tree, codes: diagnostics.map(({ code }) => code), diagnostics };
}

test("a file too large is one error, at once", () => {
  const { tree, diagnostics } = parsed("a".repeat(10_000_000));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "This file has 10,000,000 characters; at most 524,288 are read.",
  ]);
  expect(tree).toMatchObject({ imports: [], declarations: [], complete: false });
});

const deep = 100_000;
const tooDeep: readonly [name: string, text: string][] = [
  ["parentheses", `const a = ${"(".repeat(deep)}1${")".repeat(deep)}`],
  ["lists", `const a = ${"[".repeat(deep)}`],
  ["calls", `const a = ${"f(".repeat(deep)}1${")".repeat(deep)}`],
  ["blocks", `model A { ${"a { ".repeat(deep)}${"}".repeat(deep)} }`],
  ["blocks of lines", `model A {\n${"a {\n".repeat(deep)}`],
  ["signs", `const a = ${"-".repeat(deep)}1`],
  ["sums", `const a = 1${" + 1".repeat(deep)}`],
  ["products", `const a = 1${" * 1".repeat(deep)}`],
];

test.each(tooDeep)("%s nested too deep are one error", (_, text) => {
  const { tree, codes } = parsed(text);
  expect(codes).toEqual([syntax.nestingTooDeep.code]);
  expect(tree.declarations).toHaveLength(1);
});

test("what is just deep enough is read", () => {
  const parens = limits.depth;
  expect(parsed(`const a = ${"(".repeat(parens)}1${")".repeat(parens)}`).codes).toEqual([]);
  expect(parsed(`const a = 1${" + 1".repeat(limits.depth - 1)}`).codes).toEqual([]);
});

test("what stands before too deep a nesting is kept", () => {
  const { tree } = parsed(`const a = 1\nconst b = ${"[".repeat(deep)}`);
  expect(tree.declarations).toHaveLength(2);
});

const many = 100_000;
const repeated: readonly [name: string, text: string][] = [
  ["closing brackets", "}".repeat(many)],
  ["opening brackets in a circle", "({[".repeat(many / 3)],
  ["unknown characters", "@ ".repeat(many)],
  ["words", "a ".repeat(many)],
  ["lines without a value", `model A {\n${"a:\n".repeat(many / 2)}}`],
  ["elements without commas", `const a = [${"1 ".repeat(many)}]`],
  ["commas", `model A { ${",".repeat(many)} }`],
  ["unclosed blocks", "model A {\n".repeat(many / 10)],
  ["stray brackets", `model A {\n${"a: )\n".repeat(many / 5)}}`],
  ["bad escapes", `const a = "${"\\q".repeat(many)}"`],
  ["near units", `const a = [${"1 tok, ".repeat(many / 5)}]`],
  ["members", `const a = a${".a".repeat(many)}`],
  ["descriptions", "/// a\n".repeat(many / 5)],
  ["one word", "a".repeat(many)],
  ["one number", "1_".repeat(many)],
];

test.each(repeated)("%s without end are answered, and briefly", (_, text) => {
  expect(parsed(text).codes.length).toBeLessThanOrEqual(limits.findings + 1);
});

test("the last of too many mistakes counts the rest", () => {
  const { diagnostics } = parsed("@ ".repeat(limits.findings + 1000));
  expect(diagnostics).toHaveLength(limits.findings + 1);
  expect(diagnostics.at(-1)?.message).toBe("1,000 more mistakes will show when these are mended.");
});
