import { describe, expect, it } from "vitest";
import { grow } from "./grow.js";

const asserting = (facts: string, attention = "", heads = "groups: 4, heads: 12, ratio: 2:1") =>
  grow(`
model Base {
  hidden: 512, layers: 4, context: 2048, dtype: f16
  attention {
    ${heads}
    head_dim: 64, rope: half(theta: 1e4), mask: causal
    noise_keys: own, lambda: constant(value: 0.5), head_norm: none
  }
}
model Aim extends Base { hidden: 1024, ${facts} attention { ${attention} } }
growth Up {
  assert wide == Aim
  stage wide from Base at 1T tokens { hidden *= 2, copies: tile }
}
`).findings;

describe("two plans are equal", () => {
  it("wherever the assertion stands", () => {
    expect(asserting("")).toEqual([]);
  });

  it("if KV pairs are stated by class in one and by layer in the other", () => {
    const byLayer = "group[4] { signal: 2, noise: 1 }, kv_pairs: 4";
    expect(asserting("", "kv_pairs: derive, group { kv: 1 }", byLayer)).toEqual([]);
  });
});

describe("two plans differ", () => {
  it("in a fact of the model", () => {
    expect(asserting("context: 4096,")).toEqual([
      "GDA5005 `context`: 2,048 in wide, 4,096 in Aim.",
    ]);
  });

  it("in a fact of all layers, told once", () => {
    expect(asserting("", "rope { theta: 1e6 }")).toEqual([
      "GDA5005 `rope`: half(theta: 10,000) in wide, half(theta: 1,000,000) in Aim.",
    ]);
  });

  it("in some layers, and in what one does not have", () => {
    expect(asserting("", "layers 1..<3 { softcap: 50 }")).toEqual([
      "GDA5005 `softcap` of layers 1-2: none in wide, 50 in Aim.",
    ]);
  });

  it("in depth, which is all that is said then", () => {
    expect(asserting("layers: 5, context: 4096,")).toEqual([
      "GDA5005 `layers`: 4 in wide, 5 in Aim.",
    ]);
  });
});
