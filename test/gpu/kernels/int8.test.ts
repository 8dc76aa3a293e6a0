import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LayerPlan } from "../../../compiler/plan/plan.js";
import { evaluate } from "../../../compiler/reference/evaluate.js";
import type { Weights } from "../../../compiler/reference/weights.js";
import { arbitraryPlan } from "../../support/arbitrary-plan.js";
import { machines, openLayer } from "../../support/kernels.js";
import { fact, layerPlan } from "../../support/plans.js";
import { randomInput, randomWeights } from "../../support/random.js";
import { relativeError } from "../../support/relative.js";
import { runCase } from "../../support/run-case.js";

/** Random layers whose cache is int8, on every machine that this adapter can run. */
const cases = fc.sample(arbitraryPlan, { numRuns: 3, seed: 88 });
const all = await machines();

describe.each(all)("on a $hands of $team", (machine) => {
  it.each([...cases.keys()])("random layer %i agrees with the reference", async (i) => {
    const plan = cases[i];
    if (plan === undefined) throw new Error("no case");
    const dtype = { ...plan.dtype, cache: "i8" } as const;
    expect((await runCase({ ...plan, dtype }, machine)).y).toBeLessThan(1);
  });
});

/**
 * What int8 costs: the kernels with float32 weights against float64 that rounds nothing, of 96 tokens.
 * Weights and input are uniform at random; trained models have channels that stand out, and a scale
 * a head is coarser for them.
 */
describe("against unrounded float64", () => {
  const rope = { pairing: "half", theta: 10_000, scaling: { kind: "none" } } as const;
  const headNorm = { kind: "rms", eps: 1e-5, times: 1 } as const;
  const shapes: readonly (readonly [string, LayerPlan])[] = [
    [
      "a group of Motif-2-12.7B",
      layerPlan({
        classes: [{ groups: 1, signal: 4, noise: 1 }],
        headDim: 128,
        valueDim: 256,
        rope,
        headNorm,
      }),
    ],
    [
      "a group of DIFF V2",
      layerPlan({
        classes: [{ groups: 1, signal: 4, noise: 4 }],
        headDim: 128,
        noiseKeys: "shared",
        lambda: { kind: "sigmoid", per: "noise" },
        rope,
      }),
    ],
    ["GQA", layerPlan({ classes: [{ groups: 2, signal: 4, noise: 0 }], headDim: 64, rope })],
  ];
  // Measured 8.9e-3, 8.6e-3 and 7.3e-3, where bf16 costs 2.3e-3, 2.2e-3 and 2.1e-3.
  it.each(shapes)("%s is off by less than 1 %", async (_, layer) => {
    const weights = randomWeights(1, layer, 64);
    const x = randomInput(1, 96, 64);
    const { session, layer: loaded } = await opened(layer, weights, 64);
    const found = await loaded.prefill(x, loaded.cache({ sequences: 1, capacity: 96 }));
    session.close();
    const error = relativeError(found, evaluate(layer, 64, weights, x).y);
    expect(error).toBeLessThan(1e-2);
    expect(error).toBeGreaterThan(3e-3);
  });
});

/** One head whose K, V and output are x itself. */
const mirror = layerPlan({ classes: [{ groups: 1, signal: 1, noise: 0 }], headDim: 4 });
const identity = Float32Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0));
const mirrored = { q: identity, k: identity, v: identity, o: identity };
const tokens = (...rows: readonly (readonly number[])[]): Float32Array =>
  Float32Array.from(rows.flat());

it.each([
  ["to nearest, ties to even", [127, 2.5, -3.5, 0.5], [127, 2, -4, 0]],
  ["as zeros where all are zeros", [0, 0, 0, 0], [0, 0, 0, 0]],
  ["as zeros where all are below 1e-30", [9e-31, -1e-35, 0, 0], [0, 0, 0, 0]],
])("a head is stored %s", async (_, x, y) => {
  const { session, layer } = await opened(mirror, mirrored, 4);
  const cache = layer.cache({ sequences: 1, capacity: 1 });
  expect(await layer.prefill(tokens(x), cache)).toEqual(tokens(y));
  session.close();
});

it.each([NaN, Infinity, -Infinity])("a head with a value of %d is unknown", async (bad) => {
  const { session, layer } = await opened(mirror, mirrored, 4);
  const cache = layer.cache({ sequences: 1, capacity: 3 });
  const unknown = [NaN, NaN, NaN, NaN];
  await layer.decode(tokens([1, bad, 1, 1]), cache);
  expect(await layer.decode(tokens([127, 5, 6, 7]), cache)).toEqual(tokens(unknown));
  expect(await layer.prefill(tokens([127, 5, 6, 7]), cache)).toEqual(tokens(unknown));
  cache.reset();
  expect(await layer.decode(tokens([127, 5, 6, 7]), cache)).toEqual(tokens([127, 5, 6, 7]));
  session.close();
});

function opened(layer: LayerPlan, weights: Weights, hidden: number): ReturnType<typeof openLayer> {
  const [machine] = all;
  if (machine === undefined) throw new Error("no machine");
  const dtype = fact({ weights: "f32", cache: "i8", accumulate: "f32" } as const);
  return openLayer(layer, hidden, weights, machine, { dtype });
}
