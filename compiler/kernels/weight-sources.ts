import type { WeightSource } from "../../runtime/manifest.js";
import { attentionName, isStored } from "../checkpoint/names.js";
import { rowOrder } from "../checkpoint/row-order.js";
import { attentionTensors, type TensorName } from "../plan/attention-tensors.js";
import type { Checkpoint, LayerPlan } from "../plan/plan.js";

/**
 * Where the weights of a layer lie in a checkpoint: tensor names of the released models, and for
 * q and k the rows of each head, since checkpoints order heads differently (gda-math.md,
 * section 3; language.md, section 4, `checkpoint`).
 */
export function weightSources(
  layer: LayerPlan,
  hidden: number,
  checkpoint: Checkpoint,
): Readonly<Record<string, WeightSource>> {
  const tensors = attentionTensors(layer, hidden);
  return Object.fromEntries(
    tensors.map(({ name, shape }) => [name, sourceOf(layer, checkpoint, name, shape)]),
  );
}

function sourceOf(
  layer: LayerPlan,
  checkpoint: Checkpoint,
  name: TensorName,
  shape: readonly number[],
): WeightSource {
  if (!isStored(checkpoint, name)) return { shapes: {}, ranges: [], fill: 1 };
  const tensor = attentionName(checkpoint, layer, name);
  const order = rowOrder(layer, checkpoint, name);
  const rows = shape[0] ?? 0;
  const ranges = order
    ? merged(order.heads.map((head) => ({ firstRow: head * order.rows, rows: order.rows })))
    : [{ firstRow: 0, rows }];
  return { shapes: { [tensor]: shape }, ranges: ranges.map((range) => ({ tensor, ...range })) };
}

function merged(
  ranges: readonly { readonly firstRow: number; readonly rows: number }[],
): readonly { readonly firstRow: number; readonly rows: number }[] {
  const result: { firstRow: number; rows: number }[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last && last.firstRow + last.rows === range.firstRow) last.rows += range.rows;
    else result.push({ ...range });
  }
  return result;
}
