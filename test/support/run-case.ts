import type { Machine } from "../../compiler/kernels/machine.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import type { Cache, Layer } from "../../runtime/index.js";
import type { PlanCase } from "./arbitrary-plan.js";
import { expectEvaluation, type StageErrors } from "./compare.js";
import { openLayer } from "./kernels.js";
import { fact } from "./plans.js";
import { randomInput, randomNumbers, randomWeights } from "./random.js";

/**
 * The reference rounds the weights, K and V as they are stored. What is left is float32, and where
 * a key or value lies between two that can be stored, a neighbour: rare, but a subtraction may magnify it.
 */
const tolerances = { f32: 1e-5, f16: 3e-4, bf16: 3e-3, i8: 1e-2 } as const;

/**
 * Runs a random case through its kernels and compares y with the reference: one prefill, or where
 * the mask allows it a prefill in two parts and the last tokens one by one.
 */
export async function runCase(plan: PlanCase, machine: Machine): Promise<StageErrors> {
  const { layer, hidden, tokens, seed } = plan;
  const { dtype } = plan;
  const weights = randomWeights(seed, layer, hidden, dtype);
  const x = randomInput(seed, tokens, hidden);
  const mask = layer.mask.value.kind;
  const prefix = mask === "prefix" ? Math.min(plan.prefix, tokens) : 0;
  const options = { prefix, cache: dtype.cache };
  const reference = evaluate(layer, hidden, weights, x, options);
  const opened = await openLayer(layer, hidden, weights, machine, { dtype: fact(dtype) });
  const cache = cacheFor(opened.layer, plan, tokens + 2);
  const y = new Float32Array(tokens * hidden);
  let done = 0;
  for (const rows of cuts(tokens, mask === "bidirectional" ? tokens : prefix)) {
    const part = x.subarray(done * hidden, (done + rows) * hidden);
    const call = done === 0 && mask === "prefix" ? { rows: [rows], prefix: [prefix] } : {};
    y.set(await opened.layer.prefill(part, cache, call), done * hidden);
    done += rows;
  }
  opened.session.close();
  return expectEvaluation(
    { y },
    reference,
    { layer, hidden, weights, x, options },
    tolerances[dtype.cache],
  );
}

/** A cache of one slot, with its table set where the case does not leave it to the cache. */
function cacheFor(layer: Layer, { paged, seed }: PlanCase, capacity: number): Cache {
  if (paged === undefined) return layer.cache({ sequences: 1, capacity });
  const { block, spare, order } = paged;
  const needed = Math.ceil(capacity / block);
  const blocks = needed + spare;
  const cache = layer.cache({ sequences: 1, capacity, paged: { block, blocks } });
  const numbers = Array.from({ length: blocks }, (_, i) => blocks - 1 - i);
  if (order === "shuffled") {
    const keys = randomNumbers(seed, "blocks", blocks);
    numbers.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  }
  if (order !== "taken") cache.assign(0, numbers.slice(0, needed), 0);
  return cache;
}

/** Calls that cover the tokens, the first of at least `whole`, the last two of one token each. */
function cuts(tokens: number, whole: number): readonly number[] {
  const first = Math.max(1, whole, Math.ceil(tokens / 2));
  const steps = Math.min(2, tokens - first);
  return [first, tokens - first - steps, ...Array.from({ length: steps }, () => 1)].filter(
    (rows) => rows > 0,
  );
}
