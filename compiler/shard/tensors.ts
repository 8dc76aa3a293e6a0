import type { RowOrder } from "../checkpoint/row-order.js";
import { type StoredTensor, storedTensors } from "../checkpoint/stored.js";
import { keyHeads } from "../plan/attention-tensors.js";
import { plainChannels } from "../plan/channels.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import type { Division, Holding } from "./divide.js";

/** Rows or columns `first` to `first + count - 1`. */
export interface Range {
  readonly first: number;
  readonly count: number;
}

/** How a stored tensor is parted; `ranges` are those of each device, in the order that it needs. */
export type Split =
  | { readonly axis: "none" }
  | { readonly axis: "rows" | "columns"; readonly ranges: readonly (readonly Range[])[] };

export interface SplitTensor {
  readonly tensor: StoredTensor;
  readonly split: Split;
}

/**
 * How every tensor of a checkpoint is parted: matrices that make heads, MLP channels or words by
 * rows, those that read heads or channels by columns, all else whole on every device. Latents are
 * shared by all heads, so what makes them is whole too.
 */
export function splitTensors(model: ModelPlan, division: Division): readonly SplitTensor[] {
  return storedTensors(model).map((tensor) => ({
    tensor,
    split: splitOf(model, division, tensor),
  }));
}

const whole: Split = { axis: "none" };

function splitOf(model: ModelPlan, { devices, layers }: Division, tensor: StoredTensor): Split {
  const [rows = 0, columns = 0] = tensor.shape;
  const [layer, holdings] = [model.layers[tensor.layer ?? -1], layers[tensor.layer ?? -1]];
  switch (tensor.tensor) {
    case "embedding":
    case "lm_head":
    case "mlp_gate":
    case "mlp_up":
      return { axis: "rows", ranges: evenly(rows, devices) };
    case "mlp_down":
      return { axis: "columns", ranges: evenly(columns, devices) };
    default:
      return layer && holdings ? attentionSplit(layer, holdings, tensor) : whole;
  }
}

function attentionSplit(
  layer: LayerPlan,
  holdings: readonly Holding[],
  { tensor, shape, order }: StoredTensor,
): Split {
  const dim = layer.headDim.value.size;
  const valueDim = layer.valueDim.value;
  const rows = (blocks: (held: Holding) => readonly number[], size: number): Split => ({
    axis: "rows",
    ranges: holdings.map((held) => stored(rangesOf(blocks(held), size), order)),
  });
  switch (tensor) {
    case "q":
    case "q_bias":
      return rows(queries, dim);
    case "sinks":
      return rows(queries, 1);
    case "k":
    case "k_bias":
      return rows((held) => keys(layer, held), dim);
    case "v":
    case "v_bias":
      return rows(({ pairs }) => pairs, valueDim);
    case "kv_up":
      return rows(({ pairs }) => pairs, plainChannels(layer).length + valueDim);
    case "lambda":
      return rows(
        (held) =>
          indices(held, layer.lambda?.value.kind === "sigmoid" ? layer.lambda.value.per : "signal"),
        1,
      );
    case "gate":
      return rows(signals, layer.gate?.value.form === "elementwise" ? valueDim : 1);
    case "o": {
      const ranges = holdings.map((held) => rangesOf(signals(held), valueDim));
      return shape.length === 2 ? { axis: "columns", ranges } : whole;
    }
    default:
      return whole;
  }
}

function queries({ heads }: Holding): readonly number[] {
  return heads.map(({ query }) => query);
}

function indices({ heads }: Holding, of: "signal" | "noise"): readonly number[] {
  return heads.filter(({ role }) => role === of).map(({ index }) => index);
}

function signals(held: Holding): readonly number[] {
  return indices(held, "signal");
}

/** The key heads of the pairs: one each, or a signal key and a noise key. */
function keys(layer: LayerPlan, { pairs }: Holding): readonly number[] {
  const each = keyHeads(layer) / layer.kvPairs.value;
  return pairs.flatMap((pair) => Array.from({ length: each }, (_, i) => pair * each + i));
}

/** Blocks of rows in memory order as ranges, neighbours joined. */
function rangesOf(blocks: readonly number[], size: number): readonly Range[] {
  return joined(blocks.map((block) => ({ first: block * size, count: size })));
}

/** The same rows where a checkpoint keeps them. */
function stored(ranges: readonly Range[], order: RowOrder | undefined): readonly Range[] {
  if (!order) return ranges;
  const { heads, rows } = order;
  const moved = ranges.flatMap(({ first, count }) =>
    Array.from({ length: count / rows }, (_, i) => ({
      first: (heads[first / rows + i] ?? 0) * rows,
      count: rows,
    })),
  );
  return joined(moved);
}

function joined(ranges: readonly Range[]): readonly Range[] {
  const result: { first: number; count: number }[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last && last.first + last.count === range.first) last.count += range.count;
    else result.push({ ...range });
  }
  return result;
}

/** As even as whole rows allow: the last devices may hold one fewer share, never none but of few. */
function evenly(size: number, devices: number): readonly (readonly Range[])[] {
  const share = Math.ceil(size / devices);
  return Array.from({ length: devices }, (_, device) => {
    const first = Math.min(size, device * share);
    return [{ first, count: Math.min(share, size - first) }];
  });
}
