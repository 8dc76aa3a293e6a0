import { expect, test } from "vitest";
import { found, plain } from "../lints.js";

test("what a build refuses is found before", () => {
  expect(found("no-kernels", plain("heads: 4, head_dim: 66, mask: causal"))).toEqual([
    "head_dim: 66: `head_dim` of layer 0 is 66; kernels take four values at a time, so it must be a multiple of 4.",
    "head_dim: 66: `value_dim` of layer 0 is 66; kernels take four values at a time, so it must be a multiple of 4.",
  ]);
});

test("what can be built is clean", () => {
  expect(found("no-kernels", plain("heads: 4, head_dim: 64, mask: causal"))).toEqual([]);
  const text = plain("heads: 4, head_dim: 64, mask: causal").replace("f32", "f32(cache: i8)");
  expect(found("no-kernels", text)).toEqual([]);
});
