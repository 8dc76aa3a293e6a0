import { expect, test } from "vitest";
import { found, motif } from "../lints.js";

const rule = "sigmoid-head-norm";
const token = "group[4] { signal: 4, noise: 1 }, head_dim: 128, lambda: sigmoid(per: signal)";

test("a sigmoid λ beside a norm of any kind", () => {
  expect(found(rule, motif(`${token}, head_norm: dyt(times: 1)`))).toEqual([
    "head_norm: dyt(times: 1): A λ for each token stands beside a head norm `dyt`; models with one have no head norm.",
  ]);
});

test("one of both alone is clean", () => {
  expect(found(rule, motif(`${token}, head_norm: none`))).toEqual([]);
  expect(found(rule, motif("group[4] { signal: 4, noise: 1 }, head_dim: 128"))).toEqual([]);
});
