import { expect, test } from "vitest";
import { found, plain } from "../lints.js";

const rule = "unused-param";
const model = (heads: string): string =>
  plain(`heads: ${heads}, head_dim: 128, mask: causal`, "\n  param n: int = 4 in [4, 8]");

test("a param that no value names", () => {
  expect(found(rule, model("4"))).toEqual([
    "n: No value of `Small` depends on the param `n`, so setting it changes nothing.",
  ]);
  expect(found(rule, model("n"))).toEqual([]);
});

test("a child may use it, or set it for its parent", () => {
  const child = "model Child extends Small { attention { heads: n } }\n";
  expect(found(rule, model("4") + child)).toEqual([]);
  const setting = "model Child extends Small { param n = 8 }\n";
  expect(found(rule, model("n") + setting)).toEqual([]);
});

test("a family's params are for others", () => {
  expect(found(rule, "family Base { param n: int = 4, attention { mask: causal } }\n")).toEqual([]);
});
