import { describe, expect, it } from "vitest";
import type { Rope, RopeScaling } from "../../compiler/plan/plan.js";
import { ropeFrequencies, ropeGain } from "../../compiler/plan/rope.js";

const rope = (theta: number, scaling: RopeScaling = { kind: "none" }): Rope => ({
  pairing: "half",
  theta,
  scaling,
});

/** Agrees to the digits that the source prints. */
function expectClose(found: readonly number[], expected: readonly number[], digits: number): void {
  expect(found.map((x) => x.toExponential(digits))).toEqual(
    expected.map((x) => x.toExponential(digits)),
  );
}

// The snapshots of Hugging Face transformers, tests/utils/test_modeling_rope_utils.py: head dim
// 128, θ 10,000, trained on 2048 positions, factor 10; every eighth pair of 64 here.
const every8 = (all: readonly number[]): readonly number[] => all.filter((_, i) => i % 8 === 0);

describe("against Hugging Face's snapshots", () => {
  it("no scaling", () => {
    const expected = [1, 3.1623e-1, 1e-1, 3.1623e-2, 1e-2, 3.1623e-3, 1e-3, 3.1623e-4];
    expectClose(every8(ropeFrequencies(rope(10_000), 128)), expected, 4);
  });

  it("linear", () => {
    const plain = ropeFrequencies(rope(10_000), 128);
    const slowed = ropeFrequencies(rope(10_000, { kind: "linear", factor: 10 }), 128);
    expect(slowed).toEqual(plain.map((frequency) => frequency / 10));
  });

  it("ntk: dynamic NTK at 16,384 of 2048 positions and factor 10 is a fixed factor 71", () => {
    const expected = [
      1, 1.8404e-1, 3.3872e-2, 6.2339e-3, 1.1473e-3, 2.1115e-4, 3.8861e-5, 7.1522e-6,
    ];
    const found = ropeFrequencies(rope(10_000, { kind: "ntk", factor: 71 }), 128);
    expectClose(every8(found), expected, 4);
    expect(found.at(-1)?.toExponential(4)).toBe("1.6265e-6");
  });

  it("llama3, along its ramp", () => {
    const scaling = { kind: "llama3", factor: 10, original: 2048, low: 1, high: 4 } as const;
    const expected = [
      1.3335e-2, 1.073e-2, 7.7785e-3, 5.6009e-3, 3.9991e-3, 2.8248e-3, 1.9675e-3, 1.3449e-3,
      8.9549e-4, 5.7363e-4, 3.4539e-4, 2.7384e-4,
    ];
    expectClose(ropeFrequencies(rope(10_000, scaling), 128).slice(30, 42), expected, 4);
  });

  it("yarn with rounded bounds, along its ramp", () => {
    const scaling = {
      kind: "yarn",
      factor: 10,
      original: 2048,
      betaFast: 32,
      betaSlow: 1,
      bounds: "rounded",
      gain: 0.1 * Math.log(10) + 1,
    } as const;
    const expected = [
      1e-1, 8.3479e-2, 6.959e-2, 5.7925e-2, 4.8136e-2, 3.9931e-2, 3.3061e-2, 2.7315e-2, 2.2515e-2,
      1.8512e-2, 1.5177e-2, 1.2403e-2, 1.0101e-2, 8.1924e-3, 6.6143e-3, 5.312e-3, 4.24e-3,
      3.3599e-3, 2.6396e-3, 2.052e-3, 1.5746e-3, 1.1882e-3, 8.7713e-4, 6.281e-4, 4.3007e-4,
      2.7384e-4,
    ];
    expectClose(ropeFrequencies(rope(10_000, scaling), 128).slice(16, 42), expected, 4);
  });
});

describe("yarn as gpt-oss has it", () => {
  const scaling = {
    kind: "yarn",
    factor: 32,
    original: 4096,
    betaFast: 32,
    betaSlow: 1,
    bounds: "exact",
    gain: 0.1 * Math.log(32) + 1,
  } as const;

  // From a float64 Python program of `RotaryEmbedding` in openai/gpt-oss, gpt_oss/torch/model.py.
  it("takes its bounds exact", () => {
    const found = ropeFrequencies(rope(150_000, scaling), 64);
    const expected: Readonly<Record<number, number>> = {
      1: 6.890443058882e-1,
      8: 5.081327481546e-2,
      9: 3.170569618466e-2,
      12: 6.794959489732e-3,
      17: 1.293187012451e-4,
      18: 3.830881237375e-5,
      31: 3.023511428119e-7,
    };
    for (const [pair, frequency] of Object.entries(expected)) {
      expect(found[Number(pair)]?.toExponential(12)).toBe(frequency.toExponential(12));
    }
  });

  it("has its temperature as gain, which nothing else has", () => {
    expect(ropeGain(rope(150_000, scaling))).toBeCloseTo(1.3465735902799727, 15);
    expect(ropeGain(rope(10_000, { kind: "linear", factor: 4 }))).toBe(1);
  });
});

it("bounds that fall together do not divide by zero", () => {
  const scaling: RopeScaling = {
    kind: "yarn",
    factor: 4,
    original: 6,
    betaFast: 32,
    betaSlow: 1,
    bounds: "rounded",
    gain: 1,
  };
  expect(ropeFrequencies(rope(10_000, scaling), 8).every(Number.isFinite)).toBe(true);
});
