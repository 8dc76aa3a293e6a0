import { describe, expect, it } from "vitest";
import { storedTensors } from "../../compiler/checkpoint/stored.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { Matrix } from "../../compiler/reference/matrix.js";
import { activated } from "../../compiler/reference/mlp.js";
import { ReferenceModel } from "../../compiler/reference/model.js";
import type { MlpPlan } from "../../compiler/plan/plan.js";
import { fact, layerPlan, modelPlan } from "../support/plans.js";
import { relativeError } from "../support/relative.js";
import { asCheckpoint, randomTensors } from "../grow/small-model.js";

// The reference of whole models against values from elsewhere, and against loops of its own.

const mlp = (activation: MlpPlan["activation"]["value"]): MlpPlan => ({
  width: fact(3),
  form: fact("ungated"),
  activation: fact(activation),
});
const row = (...values: readonly number[]): Matrix =>
  new Matrix(1, values.length, Float64Array.from(values));

describe("activations", () => {
  it.each([
    // x · Φ(x), with Φ from tables of the normal distribution.
    [
      "gelu",
      [-2, 1, 4.5],
      [-2 * 0.022750131948179195, 0.8413447460685429, 4.5 * 0.9999966023268753],
    ],
    ["silu", [-1, 0, 2], [-0.2689414213699951, 0, 1.7615941559557649]],
    ["relu", [-1, 0, 2], [0, 0, 2]],
  ] as const)("%s", (activation, x, expected) => {
    const found = activated(mlp(activation), undefined, row(...x), undefined);
    found.data.forEach((value, i) => expect(value).toBeCloseTo(expected[i] ?? NaN, 14));
  });

  it("polynorm weighs x³, x² and x in this order", () => {
    const weight = Float64Array.of(0.5, -2, 3);
    const polynorm = { weight, bias: Float64Array.of(0.25) };
    const x = [1, -2, 3];
    const norm = (power: number): readonly number[] => {
      const powers = x.map((value) => value ** power);
      const mean = powers.reduce((sum, value) => sum + value * value, 0) / powers.length;
      return powers.map((value) => value / Math.sqrt(mean + 1e-6));
    };
    const [cubes, squares, values] = [norm(3), norm(2), norm(1)];
    const found = activated(mlp("polynorm"), polynorm, row(...x), undefined);
    found.data.forEach((value, i) => {
      const [c = NaN, s = NaN, v = NaN] = [cubes[i], squares[i], values[i]];
      expect(value).toBeCloseTo(0.5 * c - 2 * s + 3 * v + 0.25, 14);
    });
  });
});

describe.each(["rms", "layer"] as const)("a model with %s norms", (kind) => {
  const [hidden, width, vocab, tokens] = [8, 6, 7, [3, 0, 6, 3]];
  const gated: MlpPlan = { width: fact(width), form: fact("gated"), activation: fact("silu") };
  const layer = { ...layerPlan({ headDim: 4 }), mlp: gated };
  const model = modelPlan([layer, { ...layer, index: 1 }], hidden, {
    vocab: fact(vocab),
    embedding: fact("untied"),
    preNorm: fact({ kind, eps: 1e-3 }),
  });
  const tensors = randomTensors(model, 4);
  const named = (index: number | undefined, name: string): Float64Array => {
    const stored = storedTensors(model).find((t) => t.layer === index && t.tensor === name);
    return tensors.get(stored?.name ?? "") ?? new Float64Array();
  };

  /** One token after the other, from the words of docs and papers. */
  const normed = (index: number | undefined, name: string, x: readonly number[]) => {
    const mean = kind === "layer" ? x.reduce((sum, v) => sum + v, 0) / x.length : 0;
    const centred = x.map((v) => v - mean);
    const square = centred.reduce((sum, v) => sum + v * v, 0) / x.length;
    const bias = kind === "layer" ? named(index, `${name}_bias`) : undefined;
    return centred.map(
      (v, i) => (v / Math.sqrt(square + 1e-3)) * (named(index, name)[i] ?? NaN) + (bias?.[i] ?? 0),
    );
  };
  const times = (matrix: Float64Array, x: readonly number[]): readonly number[] =>
    Array.from({ length: matrix.length / x.length }, (_, r) =>
      x.reduce((sum, v, i) => sum + v * (matrix[r * x.length + i] ?? NaN), 0),
    );

  it("adds attention and then the MLP to the stream, each of the normed stream", async () => {
    const { layers, logits } = await new ReferenceModel(model, asCheckpoint(model, tensors)).run(
      tokens,
    );
    let stream = tokens.map((token) => [
      ...named(undefined, "embedding").subarray(token * hidden, (token + 1) * hidden),
    ]);
    for (const index of [0, 1]) {
      const plan = model.layers[index] ?? layer;
      const x = stream.flatMap((t) => [...normed(index, "attention_norm", t)]);
      const weights = Object.fromEntries(
        ["q", "k", "v", "o"].map((name) => [name, named(index, name)]),
      );
      const { y } = evaluate(plan, hidden, weights, Float64Array.from(x));
      stream = stream.map((t, i) => t.map((v, c) => v + (y[i * hidden + c] ?? NaN)));
      stream = stream.map((t) => {
        const inner = normed(index, "mlp_norm", t);
        const gates = times(named(index, "mlp_gate"), inner);
        const ups = times(named(index, "mlp_up"), inner);
        const between = ups.map((up, i) => {
          const gate = gates[i] ?? NaN;
          return (up * gate) / (1 + Math.exp(-gate));
        });
        const out = times(named(index, "mlp_down"), between);
        return t.map((v, i) => v + (out[i] ?? NaN));
      });
      const found = layers[index]?.data ?? new Float64Array();
      expect(relativeError(found, Float64Array.from(stream.flat()))).toBeLessThan(1e-13);
    }
    const scores = stream.flatMap((t) =>
      times(named(undefined, "lm_head"), normed(undefined, "final_norm", t)),
    );
    const found = logits?.data ?? new Float64Array();
    expect(relativeError(found, Float64Array.from(scores))).toBeLessThan(1e-13);
  });
});
