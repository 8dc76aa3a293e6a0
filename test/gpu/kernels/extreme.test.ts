import { describe, expect, it } from "vitest";
import type { Dtype } from "../../../compiler/plan/plan.js";
import { evaluate } from "../../../compiler/reference/evaluate.js";
import { machines, openLayer } from "../../support/kernels.js";
import { fact, layerPlan, type LayerSpec } from "../../support/plans.js";
import { randomInput, randomWeights } from "../../support/random.js";
import { relativeError } from "../../support/relative.js";

/** Scores far beyond f16, numbers of tokens and of workgroups at their ends, against float64. */
const all = await machines();

/** Heads that are x itself, so that scores are products of rows of x times the scale. */
const hidden = 8;
const identity = (sign: number): Float32Array =>
  Float32Array.from({ length: hidden * hidden }, (_, i) => (i % (hidden + 1) === 0 ? sign : 0));

async function errorOf(
  spec: LayerSpec,
  {
    weights: w,
    cache,
  }: { readonly weights: "f32" | "f16" | "bf16"; readonly cache: Dtype["cache"] },
  run: { readonly sign: number; readonly size: number },
): Promise<number> {
  const plan = layerPlan({
    classes: [{ groups: 1, signal: 1, noise: 0 }],
    headDim: hidden,
    ...spec,
  });
  const weights = { q: identity(1), k: identity(run.sign), v: identity(1), o: identity(1) };
  const [tokens, prompt] = [40, 37];
  const x = randomInput(3, tokens, hidden).map((value) => run.size * (Math.fround(value / 2) + 1));
  const expected = evaluate(plan, hidden, weights, x, { cache }).y;
  const errors: number[] = [];
  for (const one of all) {
    const dtype = fact({ weights: w, cache, accumulate: "f32" } as const);
    const { session, layer } = await openLayer(plan, hidden, weights, one, { dtype });
    const kept = layer.cache({ capacity: tokens });
    const found = [...(await layer.prefill(x.subarray(0, prompt * hidden), kept))];
    for (let t = prompt; t < tokens; t++) {
      found.push(...(await layer.decode(x.subarray(t * hidden, (t + 1) * hidden), kept)));
    }
    session.close();
    errors.push(relativeError(Float32Array.from(found), expected));
  }
  return Math.max(...errors);
}

const floats = { weights: "f32", cache: "f32" } as const;

describe("scores", () => {
  // At 1e4 a rounding of 6e-8 of a score is 6e-4 of a weight; beyond, one key takes all.
  it.each([1e4, 1e10, 1e36])("of %d, of either sign", async (scoreScale) => {
    for (const sign of [1, -1]) {
      expect(await errorOf({ scoreScale }, floats, { sign, size: 1 })).toBeLessThan(3e-3);
    }
  });

  it.each(["f16", "bf16"] as const)("beyond %s in weights and cache", async (format) => {
    const dtype = { weights: format, cache: format } as const;
    // q·k is 2e5 to 3e6.
    for (const scoreScale of [1e-5, 1]) {
      expect(await errorOf({ scoreScale }, dtype, { sign: 1, size: 200 })).toBeLessThan(3e-3);
    }
  });

  it("of 1e30 under a softcap", async () => {
    const spec: LayerSpec = { scoreScale: 1e30, softcap: 2 };
    expect(await errorOf(spec, floats, { sign: -1, size: 1 })).toBeLessThan(1e-5);
  });
});

describe.each(all)("on a $hands of $team", (machine) => {
  it("one token is a call, alone and after others", async () => {
    const plan = layerPlan({ mask: { kind: "window", keys: 5 } });
    const weights = randomWeights(8, plan, 16);
    const { session, layer } = await openLayer(plan, 16, weights, machine);
    const x = randomInput(8, 12, 16);
    const cache = layer.cache({ capacity: 12 });
    const y: number[] = [];
    for (let t = 0; t < 12; t++)
      y.push(...(await layer.prefill(x.subarray(16 * t, 16 * t + 16), cache)));
    await expect(layer.decode(x.subarray(0, 16), cache)).rejects.toMatchObject({ code: "GDA7405" });
    await expect(layer.prefill(x.subarray(0, 0), cache)).rejects.toMatchObject({ code: "GDA7403" });
    expect(cache.lengths).toEqual([12]);
    session.close();
    expect(relativeError(Float32Array.from(y), evaluate(plan, 16, weights, x).y)).toBeLessThan(
      1e-5,
    );
  });

  it("more than 65,535 workgroups make a core", async () => {
    // 136 heads of 500 sequences are 68,000. By steps they would meet barriers, which take SwiftShader minutes.
    const plan = layerPlan({ classes: [{ groups: 136, signal: 1, noise: 0 }], headDim: 4 });
    const weights = randomWeights(8, plan, 8);
    const { session, layer } = await openLayer(plan, 8, weights, machine);
    const [sequences, length] = [500, 2];
    const x = randomInput(8, sequences * length, 8);
    const cache = layer.cache({ sequences, capacity: length });
    const y = await layer.prefill(x, cache, { rows: cache.lengths.map(() => length) });
    session.close();
    for (const sequence of [0, 250, 481, 482, 499]) {
      const [from, to] = [sequence * length * 8, (sequence + 1) * length * 8];
      const expected = evaluate(plan, 8, weights, x.subarray(from, to)).y;
      expect(relativeError(y.subarray(from, to), expected)).toBeLessThan(1e-5);
    }
  });
});
