import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Matrix, takeRows } from "../../compiler/reference/matrix.js";
import { type Evaluation, evaluate } from "../../compiler/reference/evaluate.js";
import { arbitraryPlan } from "../support/arbitrary-plan.js";
import { goldenCase } from "../support/golden.js";
import { layerPlan } from "../support/plans.js";
import { randomInput, randomWeights } from "../support/random.js";
import { relativeError } from "../support/relative.js";

/** The stages of a whole evaluation at some of its rows, to compare with one of these rows alone. */
function atRows(whole: Evaluation, tokens: number, rows: readonly number[]): Evaluation {
  const pick = (stage: Float64Array): Float64Array => takeRows(stage, stage.length / tokens, rows);
  return {
    k: whole.k,
    v: whole.v,
    q: pick(whole.q),
    attended: pick(whole.attended),
    lambda: whole.lambda && pick(whole.lambda),
    core: pick(whole.core),
    heads: pick(whole.heads),
    y: pick(whole.y),
  };
}

describe("a part of the output", () => {
  it("is the same for rows alone, in any order", () => {
    fc.assert(
      fc.property(
        arbitraryPlan,
        fc.array(fc.nat(), { maxLength: 5 }),
        ({ layer, hidden, tokens, prefix, seed }, picks) => {
          const weights = randomWeights(seed, layer, hidden);
          const x = randomInput(seed, tokens, hidden);
          const rows = picks.map((pick) => pick % tokens);
          const whole = evaluate(layer, hidden, weights, x, { prefix });
          const part = evaluate(layer, hidden, weights, x, { rows, prefix });
          expect(part).toEqual(atRows(whole, tokens, rows));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is the same for columns alone", () => {
    const layer = layerPlan({ bias: ["o"] });
    const weights = randomWeights(1, layer, 32);
    const x = randomInput(1, 6, 32);
    const columns = [31, 0, 7, 7, 12];
    const whole = new Matrix(6, 32, evaluate(layer, 32, weights, x).y);
    const expected = whole.mapRows((row) => takeRows(row, 1, columns), columns.length);
    expect(evaluate(layer, 32, weights, x, { columns }).y).toEqual(expected.data);
  });
});

describe("a sequence cut anywhere", () => {
  it("has the same rows before the cut, unless a query sees later keys", () => {
    const seesNoLater = arbitraryPlan.filter(
      ({ layer }) => layer.mask.value.kind !== "bidirectional",
    );
    fc.assert(
      fc.property(seesNoLater, fc.nat(), ({ layer, hidden, tokens, prefix, seed }, pick) => {
        const cut = 1 + (pick % tokens);
        const weights = randomWeights(seed, layer, hidden);
        const x = randomInput(seed, tokens, hidden);
        const inCut = Math.min(prefix, cut);
        const whole = evaluate(layer, hidden, weights, x, { prefix: inCut });
        const begun = evaluate(layer, hidden, weights, x.subarray(0, cut * hidden), {
          prefix: inCut,
        });
        expect(begun.y).toEqual(whole.y.subarray(0, begun.y.length));
      }),
      { numRuns: 60 },
    );
  });

  it("gda_decode: prefill of 19 tokens, then 5 steps", async () => {
    const { layer, hidden, weights, x, y } = await goldenCase("gda_decode");
    for (const [first, end] of [
      [0, 19],
      [19, 20],
      [20, 21],
      [21, 22],
      [22, 23],
      [23, 24],
    ] as const) {
      const rows = Array.from({ length: end - first }, (_, i) => first + i);
      const found = evaluate(layer, hidden, weights, x.subarray(0, end * hidden), { rows });
      expect(relativeError(y.subarray(first * hidden, end * hidden), found.y)).toBeLessThan(1e-7);
    }
  });
});

describe("what does not fit", () => {
  const layer = layerPlan();
  const weights = randomWeights(1, layer, 16);
  const x = randomInput(1, 4, 16);

  it("a weight that is missing", () => {
    const { v: _, ...rest } = weights;
    expect(() => evaluate(layer, 16, rest, x)).toThrow("the weight `v` is missing");
  });

  it("a weight of another size", () => {
    const short = { ...weights, v: new Float32Array(3) };
    expect(() => evaluate(layer, 16, short, x)).toThrow(
      "the weight `v` has 3 numbers, not 32 × 16",
    );
  });

  it("a weight that the layer does not have changes nothing", () => {
    const more = { ...weights, sinks: new Float32Array(6), o_bias: new Float32Array(16).fill(1) };
    expect(evaluate(layer, 16, more, x).y).toEqual(evaluate(layer, 16, weights, x).y);
  });

  it("an input that is no whole number of tokens", () => {
    expect(() => evaluate(layer, 16, weights, x.subarray(1))).toThrow("63 numbers are not a");
  });

  it("a row outside the sequence", () => {
    expect(() => evaluate(layer, 16, weights, x, { rows: [4] })).toThrow("there is no row 4");
  });

  it("a prefix mask without the prefix's length", () => {
    const masked = layerPlan({ mask: { kind: "prefix" } });
    expect(() => evaluate(masked, 16, weights, x)).toThrow(
      "a prefix mask needs the prefix's length",
    );
  });
});
