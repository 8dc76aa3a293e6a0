import { sizeOf } from "../../runtime/weights/dtype.js";
import type { Weights } from "../../runtime/weights/weights.js";
import { buffersOf } from "../checkpoint/fit.js";
import { storedTensors, type StoredTensor } from "../checkpoint/stored.js";
import type { Rewrite } from "../grow/rewrite.js";
import type { ModelPlan } from "../plan/plan.js";

/** Names of what belongs to attention, in any family. */
const ATTENTION = /(^|\.)layers\.\d+\.(attention|self_attn)\./;

/**
 * Tensors that a spec does not name, such as those of experts or of a spec of attention alone. They
 * keep their place where names stay. One of attention does not: it may have rows that move.
 */
export function carriedTensors(
  model: ModelPlan,
  target: ModelPlan,
  weights: Weights,
): readonly StoredTensor[] {
  if (model.checkpoint.value.family !== target.checkpoint.value.family) return [];
  const known = new Set([...storedTensors(model).map(({ name }) => name), ...buffersOf(weights)]);
  return [...weights.tensors]
    .filter(([name]) => !known.has(name) && !ATTENTION.test(name))
    .map(([name, { shape }]) => ({
      name,
      shape,
      part: "mlp",
      tensor: name,
      layer: undefined,
      order: undefined,
    }));
}

/** A tensor as it is. */
export function carried(tensor: StoredTensor): Rewrite {
  const [count = 1, ...others] = tensor.shape;
  return {
    kind: "copy",
    target: tensor,
    source: tensor,
    rows: [{ first: 0, count }],
    columns: [{ first: 0, count: sizeOf(others), copy: 0, factor: 1, sign: 0 }],
    noise: undefined,
  };
}
