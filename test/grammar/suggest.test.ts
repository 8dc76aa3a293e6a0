import { expect, test } from "vitest";
import { didYouMean, listNames, meantWord, suggest } from "../../grammar/suggest.js";

test.each([
  ["kv_heads", ["kv_pairs", "heads", "hidden"], ["heads", "kv_pairs"]],
  ["maks", ["mask"], ["mask"]],
  ["MASK", ["mask", "mast"], ["mask", "mast"]],
  ["a", ["b", "abc"], ["b"]],
  ["rope", ["rope"], []],
  ["heads", ["embedding", "checkpoint"], []],
  ["", ["a", "abc"], ["a"]],
  ["abd", ["abc", "aba", "abb", "abe"], ["aba", "abb", "abc"]],
])("%s of %j", (word, names, expected) => {
  expect(suggest(word, names)).toEqual(expected);
});

test("a word is meant only if it begins alike", () => {
  expect(meantWord("modle", ["model", "target"])).toBe("model");
  expect(meantWord("wodel", ["model"])).toBeUndefined();
});

test("names are listed in a sentence", () => {
  expect(listNames(["a"], "or")).toBe("`a`");
  expect(listNames(["a", "b"], "and")).toBe("`a` and `b`");
  expect(listNames(["a", "b", "c"], "or")).toBe("`a`, `b` or `c`");
  expect(didYouMean([])).toBe("");
  expect(didYouMean(["a", "b"])).toBe("; did you mean `a` or `b`?");
});
