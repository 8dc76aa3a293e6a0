import type { WeightSource } from "../../runtime/manifest.js";
import { queryHeads, totals } from "../plan/heads.js";
import type { Checkpoint, LayerPlan } from "../plan/plan.js";
import { attentionTensors, keyHeads, type TensorName } from "../plan/attention-tensors.js";

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
  // HF's DiffLlama norms its heads without a weight.
  if (checkpoint.family === "diff_llama" && name === "head_norm") {
    return { shapes: {}, ranges: [], fill: 1 };
  }
  const tensor = tensorName(checkpoint, layer, name);
  const order = rowOrder(layer, checkpoint, name);
  const rows = shape[0] ?? 0;
  const ranges = order
    ? merged(order.heads.map((head) => ({ firstRow: head * order.rows, rows: order.rows })))
    : [{ firstRow: 0, rows }];
  return { shapes: { [tensor]: shape }, ranges: ranges.map((range) => ({ tensor, ...range })) };
}

/** Stored places of the blocks of rows that memory order goes through; absent where they agree. */
interface RowOrder {
  readonly heads: readonly number[];
  readonly rows: number;
}

function rowOrder(
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

function tensorName(checkpoint: Checkpoint, layer: LayerPlan, name: TensorName): string {
  if (checkpoint.family === "native") return `layers.${layer.index}.attention.${name}`;
  return `model.layers.${layer.index}.self_attn.${storedName(layer, name)}`;
}

/** Names that the released models of the Llama line share. */
function storedName(layer: LayerPlan, name: TensorName): string {
  const fromLatent = layer.latent?.query !== undefined;
  switch (name) {
    case "q":
      return fromLatent ? "q_b_proj.weight" : "q_proj.weight";
    case "k":
    case "v":
    case "o":
    case "gate":
    case "lambda":
      return `${name}_proj.weight`;
    case "q_bias":
    case "k_bias":
    case "v_bias":
    case "o_bias":
      return `${name.slice(0, 1)}_proj.bias`;
    case "q_down":
      return "q_a_proj.weight";
    case "q_latent_norm":
      return "q_a_layernorm.weight";
    case "kv_down":
      return "kv_a_proj_with_mqa.weight";
    case "kv_latent_norm":
      return "kv_a_layernorm.weight";
    case "kv_up":
      return "kv_b_proj.weight";
    case "q_norm":
    case "k_norm":
      return `${name}.weight`;
    case "head_norm":
      return "subln.weight";
    case "head_norm_bias":
      return "subln.bias";
    case "head_norm_alpha":
      return "subln.alpha";
    case "sinks":
    case "lambda_q1":
    case "lambda_k1":
    case "lambda_q2":
    case "lambda_k2":
      return name;
  }
}
