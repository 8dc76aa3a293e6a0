import { expect, it } from "vitest";
import type { Dtype, Rope } from "../../../compiler/plan/plan.js";
import { evaluate } from "../../../compiler/reference/evaluate.js";
import type { Paging } from "../../../runtime/index.js";
import { machines, openLayer } from "../../support/kernels.js";
import { fact, layerPlan } from "../../support/plans.js";
import { randomInput, randomWeights } from "../../support/random.js";
import { relativeError } from "../../support/relative.js";

/**
 * Norm, rotation and append in the write of the projections. Heads have plain channels on both sides
 * of those that turn, and their number does not fill a workgroup; calls of many numbers of rows go on
 * with one sequence. A layer costs seconds of compilation: each machine has one, and random layers the
 * other combinations.
 */
const hidden = 48;
const all = await machines();

interface Case {
  readonly machine: (typeof all)[number] | undefined;
  readonly pairing: Rope["pairing"];
  readonly dtype: Dtype;
  readonly calls: readonly number[];
  readonly paged?: Paging;
}

async function errorOf({ machine, pairing, dtype, calls, paged }: Case): Promise<number> {
  if (machine === undefined) throw new Error("no machine");
  const layer = layerPlan({
    classes: [{ groups: 5, signal: 1, noise: 1 }],
    headDim: [
      { kind: "plain", size: 4 },
      { kind: "rotary", size: 16 },
      { kind: "plain", size: 8 },
    ],
    valueDim: 16,
    noiseKeys: "own",
    qkNorm: { eps: 1e-5 },
    rope: { pairing, theta: 100, scaling: { kind: "none" } },
    bias: ["q", "k", "v", "o"],
  });
  const tokens = calls.reduce((sum, rows) => sum + rows, 0);
  const weights = randomWeights(3, layer, hidden, dtype);
  const x = randomInput(3, tokens, hidden);
  const opened = await openLayer(layer, hidden, weights, machine, { dtype: fact(dtype) });
  const cache = opened.layer.cache({ sequences: 1, capacity: tokens, ...(paged && { paged }) });
  if (paged) cache.assign(0, [5, 2, 0, 4, 3], 0);
  const y = new Float32Array(tokens * hidden);
  let done = 0;
  for (const rows of calls) {
    const part = x.subarray(done * hidden, (done + rows) * hidden);
    y.set(await opened.layer.prefill(part, cache), done * hidden);
    done += rows;
  }
  opened.session.close();
  return relativeError(y, evaluate(layer, hidden, weights, x, { cache: dtype.cache }).y);
}

it("halves that turn, of weights of i4", async () => {
  const dtype = { weights: "i4", block: 16, cache: "f32", accumulate: "f32" } as const;
  const calls = [1, 9, 16, 17, 33];
  const error = await errorOf({ machine: all[0], pairing: "half", dtype, calls });
  expect(error).toBeLessThan(1e-5);
});

it("neighbours that turn, into an i8 cache whose blocks lie in no order", async () => {
  const dtype = { weights: "f32", cache: "i8", accumulate: "f32" } as const;
  const paged = { block: 16, blocks: 6 };
  const calls = [17, 9, 16, 32];
  const error = await errorOf({ machine: all.at(-1), pairing: "adjacent", dtype, calls, paged });
  // A value that lies between two that can be stored may become a neighbour of the reference's.
  expect(error).toBeLessThan(1e-2);
});
