import { expect, test } from "vitest";
import { found, plain } from "../lints.js";

const rule = "unused-declaration";
const model = plain("heads: 4, head_dim: 128, mask: causal");

test("constants and families that nothing mentions", () => {
  const text = `const breadth = 512\nfamily Base { attention { mask: causal } }\n${model}`;
  expect(found(rule, text)).toEqual([
    "breadth: The constant `breadth` is never used.",
    "Base: The family `Base` is never used.",
  ]);
});

test("another constant is a use", () => {
  expect(
    found(rule, `const step = 256\nconst breadth = 2 * step\n${model.replace("512", "breadth")}`),
  ).toEqual([]);
});

test("what others import is used", () => {
  expect(found(rule, `const breadth = 512\n${model}`, { imported: ["breadth"] })).toEqual([]);
});

test("a file without a model is a library", () => {
  expect(found(rule, "const breadth = 512\nfamily Base { attention { mask: causal } }\n")).toEqual(
    [],
  );
});

test("models and targets are for the command line", () => {
  expect(found(rule, `${model}target Laptop { cache_budget: 1 GiB }\n`)).toEqual([]);
});
