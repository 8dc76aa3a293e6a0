import { keyHeads, type TensorName } from "../plan/attention-tensors.js";
import { queryHeads, totals } from "../plan/heads.js";
import type { Checkpoint, LayerPlan } from "../plan/plan.js";

/**
 * Where a checkpoint's rows are not in memory order: for each block of `rows` rows in memory order,
 * the block that holds it in the checkpoint.
 */
export interface RowOrder {
  readonly heads: readonly number[];
  readonly rows: number;
}

/**
 * The order of a stored tensor of an attention layer; absent where it is memory order (gda-math.md,
 * section 3; language.md, section 4, `checkpoint`).
 */
export function rowOrder(
  layer: LayerPlan,
  checkpoint: Checkpoint,
  name: TensorName,
): RowOrder | undefined {
  if (checkpoint.order === "grouped" || totals(layer).noise === 0) return undefined;
  const pairs = layer.kvPairs.value;
  const alternating = Array.from({ length: 2 * pairs }, (_, i) => (i >> 1) + (i % 2) * pairs);
  if (name === "q" || name === "q_bias") {
    return { heads: signalsThenNoise(layer), rows: layer.headDim.value.size };
  }
  if (name === "sinks") return { heads: signalsThenNoise(layer), rows: 1 };
  if ((name === "k" || name === "k_bias") && keyHeads(layer) > pairs) {
    return { heads: alternating, rows: layer.headDim.value.size };
  }
  // A pair's V is made of one head of each half, half of the channels from each.
  if ((name === "v" || name === "v_bias") && checkpoint.order === "halves") {
    return { heads: alternating, rows: layer.valueDim.value / 2 };
  }
  return undefined;
}

/** For each query head in memory order: its place where all signal heads come before the noise. */
function signalsThenNoise(layer: LayerPlan): readonly number[] {
  const { signal } = totals(layer);
  return queryHeads(layer).map((head) => (head.role === "signal" ? 0 : signal) + head.index);
}
