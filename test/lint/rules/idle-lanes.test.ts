import { expect, test } from "vitest";
import { found, plain } from "../lints.js";

const of = (valueDim: number): readonly string[] =>
  found("idle-lanes", plain(`heads: 4, head_dim: 128, value_dim: ${valueDim}, mask: causal`));

test("multiples of 128 channels fill all lanes", () => {
  expect(of(128)).toEqual([]);
  expect(of(256)).toEqual([]);
});

test("the lanes that hold none are counted in all turns together", () => {
  const message = (dim: number, idle: number): string =>
    `value_dim: ${dim}: With \`value_dim\` ${dim} a decode step leaves ${idle} % of its lanes without value channels.`;
  expect(of(64)).toEqual([message(64, 50)]);
  expect(of(96)).toEqual([message(96, 25)]);
  expect(of(192)).toEqual([message(192, 25)]);
  expect(of(132)).toEqual([message(132, 48)]);
});

test("a value dim that follows from the head dim is shown there", () => {
  expect(found("idle-lanes", plain("heads: 4, head_dim: 64, mask: causal"))).toEqual([
    "head_dim: 64: With `value_dim` 64 a decode step leaves 50 % of its lanes without value channels.",
  ]);
});
