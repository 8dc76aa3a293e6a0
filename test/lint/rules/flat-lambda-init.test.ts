import { expect, test } from "vitest";
import { found, motif } from "../lints.js";

const rule = "flat-lambda-init";
const heads = "group[4] { signal: 4, noise: 1 }, head_dim: 128";

test("an init that is the same in every layer", () => {
  expect(found(rule, motif(`${heads}, lambda: reparam(init: 0.8)`))).toEqual([
    "lambda: reparam(init: 0.8): λ starts from 0.8 in all 16 layers; published models start from a function of depth.",
  ]);
});

test("the family's formula, a list, a constant λ and a single layer are clean", () => {
  expect(found(rule, motif(heads))).toEqual([]);
  expect(found(rule, motif(`${heads}, lambda: reparam(init: [0.2, 0.3])`, { layers: 2 }))).toEqual(
    [],
  );
  expect(found(rule, motif(`${heads}, lambda: constant(value: 0.5), head_norm: none`))).toEqual([]);
  expect(found(rule, motif(`${heads}, lambda: reparam(init: 0.8)`, { layers: 1 }))).toEqual([]);
});

test("one layer that differs is enough", () => {
  const text = motif(`${heads}, lambda: reparam(init: 0.8), layers 0 { lambda { init: 0.2 } }`);
  expect(found(rule, text)).toEqual([]);
});
