import { expect, it } from "vitest";
import type { Dtype } from "../../../compiler/plan/plan.js";
import { evaluate } from "../../../compiler/reference/evaluate.js";
import type { Layer, Paging } from "../../../runtime/index.js";
import { deviceWithBindings } from "../../runtime/support/devices.js";
import { openLayer, machines } from "../../support/kernels.js";
import { fact, layerPlan } from "../../support/plans.js";
import { randomNumbers, randomWeights } from "../../support/random.js";
import { relativeError } from "../../support/relative.js";

/**
 * Sequences of different lengths in one call, continued in a second and decoded in a third, each
 * against the reference on its own; then the same with weights and caches in many segments.
 */
const hidden = 32;
const layer = layerPlan({
  classes: [
    { groups: 2, signal: 3, noise: 1 },
    { groups: 1, signal: 2, noise: 1 },
  ],
  headDim: 16,
  valueDim: 32,
  rope: { pairing: "half", theta: 10_000, scaling: { kind: "none" } },
  lambda: { kind: "sigmoid", per: "signal" },
  headNorm: { kind: "rms", eps: 1e-5, times: 0.8 },
  mask: { kind: "window", keys: 11 },
  bias: ["q", "k", "v", "o"],
});
const weights = randomWeights(5, layer, hidden);
const lengths = [23, 4, 37];
const sequences = lengths.map((tokens, i) => randomNumbers(9, `x${i}`, tokens * hidden));
/**
 * The sequences take these blocks in turns: the first call takes 2, 1 and 4 of 8 tokens, the second
 * gives the next to each.
 */
const pages: readonly Paging[] = [
  { block: 8, blocks: 10 },
  { block: 16, blocks: 6 },
  { block: 64, blocks: 4 },
];
/** Tokens of each sequence in each call. */
const calls = [
  [15, 1, 30],
  [7, 2, 6],
  [1, 1, 1],
];

async function run(
  on: Layer,
  format: Dtype["cache"] = "f32",
  paged?: Paging,
): Promise<readonly number[]> {
  const cache = on.cache({ sequences: 3, capacity: 40, ...(paged && { paged }) });
  const found = lengths.map((tokens) => new Float32Array(tokens * hidden));
  const done = [0, 0, 0];
  for (const rows of calls) {
    const parts = sequences.map((x, i) => {
      const first = (done[i] ?? 0) * hidden;
      return x.subarray(first, first + (rows[i] ?? 0) * hidden);
    });
    const x = Float32Array.from(parts.flatMap((part) => [...part]));
    const y = await on.prefill(x, cache, { rows });
    let from = 0;
    rows.forEach((count, i) => {
      found[i]?.set(y.subarray(from, from + count * hidden), (done[i] ?? 0) * hidden);
      from += count * hidden;
      done[i] = (done[i] ?? 0) + count;
    });
  }
  expect(cache.lengths).toEqual(lengths);
  return sequences.map((x, i) => {
    const y = evaluate(layer, hidden, weights, x, { cache: format }).y;
    return relativeError(found[i] ?? new Float32Array(), y);
  });
}

for (const machine of await machines()) {
  it(`three sequences of different lengths agree on a ${machine.hands}`, async () => {
    const opened = await openLayer(layer, hidden, weights, machine);
    for (const paged of [undefined, ...pages]) {
      for (const error of await run(opened.layer, "f32", paged)) expect(error).toBeLessThan(1e-5);
    }
    opened.session.close();
  });
}

it.each([
  ["f32", 1e-5, { block: 8, blocks: 9 }],
  ["i8", 1e-3, { block: 16, blocks: 14 }],
] as const)(
  "nothing changes where weights and an %s cache are many segments",
  async (format, most, pool) => {
    // The device below has no feature.
    const machine = (await machines()).at(-1);
    if (machine === undefined) throw new Error("no machine");
    // One of 9 units of the cache is 40 rows of 32 values, in i8 with two scales; q has 11 heads of
    // 16 rows of 32 values: a binding holds 72 of them, and whole heads are 64. Of the pools, a
    // binding takes one KV pair of three.
    const device = await deviceWithBindings(9216);
    const dtype = fact({ weights: "f32", cache: format, accumulate: "f32" } as const);
    const opened = await openLayer(layer, hidden, weights, machine, { dtype }, device);
    for (const paged of [undefined, pool]) {
      for (const error of await run(opened.layer, format, paged)) expect(error).toBeLessThan(most);
    }
    opened.session.close();
    device.destroy();
  },
);
