import type { RowOrder } from "../checkpoint/row-order.js";
import type { Run } from "../grow/rewrite.js";
import { keyHeads } from "../plan/attention-tensors.js";
import { rotaryChannels } from "../plan/channels.js";
import { totals } from "../plan/heads.js";
import type { LayerPlan } from "../plan/plan.js";

/** For each row of a stored tensor, its row in memory order. */
export function memoryRows(order: RowOrder | undefined, count: number): readonly number[] {
  const rows = Array.from({ length: count }, (_, row) => row);
  if (!order) return rows;
  const memory = [...rows];
  storedRows(order, count).forEach((stored, row) => (memory[stored] = row));
  return memory;
}

/** For each row in memory order, its row of the stored tensor. */
export function storedRows(order: RowOrder | undefined, count: number): readonly number[] {
  return Array.from({ length: count }, (_, row) => {
    if (!order) return row;
    const block = Math.floor(row / order.rows);
    return (order.heads[block] ?? 0) * order.rows + (row % order.rows);
  });
}

/**
 * For each row in memory order of a tensor whose pairs turn as `to` says, the row that it was when
 * they turned the other way: `half` pairs channel i with i + rotary/2, `adjacent` 2i with 2i + 1.
 */
export function repairedRows(
  layer: LayerPlan,
  tensor: string,
  count: number,
  to: "half" | "adjacent",
): readonly number[] {
  const rows = Array.from({ length: count }, (_, row) => row);
  for (const turning of turningRows(layer, tensor)) {
    const half = turning.length / 2;
    for (let pair = 0; pair < half; pair++) {
      const adjacent = [turning[2 * pair], turning[2 * pair + 1]];
      const apart = [turning[pair], turning[pair + half]];
      const [now, before] = to === "adjacent" ? [adjacent, apart] : [apart, adjacent];
      for (const end of [0, 1]) rows[now[end] ?? 0] = before[end] ?? 0;
    }
  }
  return rows;
}

/** The rows of a tensor that are rotary channels, those of each head in their order. */
function turningRows(layer: LayerPlan, tensor: string): readonly (readonly number[])[] {
  const channels = rotaryChannels(layer);
  const size = layer.headDim.value.size;
  const heads = (count: number): readonly (readonly number[])[] =>
    Array.from({ length: count }, (_, head) => channels.map((channel) => head * size + channel));
  switch (tensor) {
    case "q":
    case "q_bias":
      return heads(totals(layer).query);
    case "k":
    case "k_bias":
      return heads(keyHeads(layer));
    case "q_norm":
    case "k_norm":
      return heads(1);
    case "kv_down":
      // Behind the latent: the rotary key that all pairs share.
      return [channels.map((_, i) => (layer.latent?.kv.value ?? 0) + i)];
    default:
      return [];
  }
}

/** Whether rows stay where they are. */
export function isIdentity(rows: readonly number[]): boolean {
  return rows.every((row, i) => row === i);
}

/** Rows as runs of those that follow each other. */
export function runsOf(rows: readonly number[]): readonly Run[] {
  const runs: { first: number; count: number }[] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && last.first + last.count === row) last.count++;
    else runs.push({ first: row, count: 1 });
  }
  return runs;
}
