import { describe, expect, it } from "vitest";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { type Comparison, expectAgreement } from "../support/compare.js";
import { layerPlan } from "../support/plans.js";
import { randomInput, randomWeights } from "../support/random.js";

const layer = layerPlan({ valueDim: 4 });
const hidden = 8;
const comparison: Comparison = {
  layer,
  hidden,
  weights: randomWeights(1, layer, hidden),
  x: randomInput(1, 5, hidden),
  options: { rows: [1, 2, 4] },
};
const { core, y } = evaluate(layer, hidden, comparison.weights, comparison.x, comparison.options);

/** The numbers as a kernel would return them, one of them changed. */
function changed(numbers: Float64Array, index: number, value: number): Float32Array {
  const copy = Float32Array.from(numbers);
  copy[index] = value;
  return copy;
}

describe("a comparison with the reference", () => {
  it("returns the error of each stage that was found", () => {
    const errors = expectAgreement({ core: Float32Array.from(core), y }, comparison, 1e-6);
    expect(Object.keys(errors)).toEqual(["core", "y"]);
    expect(errors.core).toBeLessThan(1e-7);
    expect(errors.y).toBe(0);
  });

  it("names the first bad row, head and channel", () => {
    // [3 rows, 4 signal heads, 4 channels]: row 2, signal head 3, channel 1.
    const found = { core: changed(core, (2 * 4 + 3) * 4 + 1, 10), y };
    expect(() => expectAgreement(found, comparison, 1e-6)).toThrowErrorMatchingInlineSnapshot(`
      [Error: core is off by 3.00e+0 (tolerance 0.000001), heads 2 × (2 + 1)
        first bad: row 2 (token 4), signal head 3 (query head 4, group 1, KV pair 1, less noise head 1), channel 1:
          10, the reference has 0.5797208837783887
        bad rows: 2 (1 of 3)
        bad heads: 3 (1 of 4)]
    `);
  });

  it("names the first stage that is off, and takes NaN for off", () => {
    const found = { core: changed(core, 0, NaN), y: changed(y, 0, 9) };
    expect(() => expectAgreement(found, comparison, 1e-6)).toThrowErrorMatchingInlineSnapshot(`
      [Error: core is off by NaN (tolerance 0.000001), heads 2 × (2 + 1)
        first bad: row 0 (token 1), signal head 0 (query head 0, group 0, KV pair 0, less noise head 0), channel 0:
          NaN, the reference has -0.21841746820838923
        bad rows: 0 (1 of 3)
        bad heads: 0 (1 of 4)]
    `);
  });

  it("refuses another size", () => {
    const found = { y: y.subarray(1) };
    expect(() => expectAgreement(found, comparison, 1)).toThrow("23 numbers, the reference has 24");
  });
});
