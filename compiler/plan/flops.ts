import { plainChannels, rotaryChannels } from "./channels.js";
import { totals } from "./heads.js";
import type { LayerPlan, Mask, ModelPlan } from "./plan.js";
import { type Part, layerTensors, sizeOf } from "./tensors.js";

/** Floating-point operations of one token; a multiplication and an addition count two. */
export interface Flops {
  /** The matrices of attention. */
  readonly projections: number;
  /** Scores and weighted values of all query heads. */
  readonly core: number;
  readonly mlp: number;
  /** The output head, for a token whose next one is asked for. */
  readonly head: number;
  readonly total: number;
}

/** A token of a prompt, on average over its `tokens`. */
export function prefillFlops(plan: ModelPlan, tokens: number): Flops {
  return sum(plan, (layer) => expanded(plan, layer, seenOnAverage(layer.mask.value, tokens)));
}

/** One new token that sees itself and the `cached` ones before it. */
export function decodeFlops(plan: ModelPlan, cached: number): Flops {
  return sum(plan, (layer) => {
    const keys = seenByLast(layer.mask.value, cached + 1);
    return layer.cache.value === "latent"
      ? absorbed(plan, layer, keys)
      : expanded(plan, layer, keys);
  });
}

type Attention = Pick<Flops, "projections" | "core">;

function sum(plan: ModelPlan, attentionOf: (layer: LayerPlan) => Attention): Flops {
  const all = plan.layers.map((layer) => ({
    ...attentionOf(layer),
    mlp: matrixFlops(plan, layer, "mlp"),
  }));
  const total = (of: (layer: (typeof all)[number]) => number): number =>
    all.reduce((so, layer) => so + of(layer), 0);
  const projections = total((layer) => layer.projections);
  const core = total((layer) => layer.core);
  const mlp = total((layer) => layer.mlp);
  const head = plan.vocab ? 2 * plan.vocab.value * plan.hidden.value : 0;
  return { projections, core, mlp, head, total: projections + core + mlp + head };
}

/** Each query head meets each key that it sees in d channels, and its value in dv. */
function expanded(plan: ModelPlan, layer: LayerPlan, keys: number): Attention {
  const channels = layer.headDim.value.size + layer.valueDim.value;
  return {
    projections: matrixFlops(plan, layer, "attention"),
    core: 2 * totals(layer).query * keys * channels,
  };
}

/**
 * Over a cached latent, `kv_up` is absorbed: it turns each query's plain channels into the latent's
 * width, and each signal head's result, after the subtraction, back into values (arXiv 2405.04434,
 * section 2.1.2). Scores then have kv + rotary channels and values have kv.
 */
function absorbed(plan: ModelPlan, layer: LayerPlan, keys: number): Attention {
  const { query, signal } = totals(layer);
  const kv = layer.latent?.kv.value ?? 0;
  const plain = plainChannels(layer).length;
  const pairs = layer.kvPairs.value;
  const dv = layer.valueDim.value;
  const kvUp = 2 * kv * pairs * (plain + dv);
  const turned = 2 * kv * (query * plain + signal * dv);
  return {
    projections: matrixFlops(plan, layer, "attention") - kvUp + turned,
    core: 2 * query * keys * (2 * kv + rotaryChannels(layer).length),
  };
}

function matrixFlops(plan: ModelPlan, layer: LayerPlan, part: Part): number {
  return layerTensors(plan, layer)
    .filter((tensor) => tensor.part === part && tensor.shape.length === 2)
    .reduce((so, tensor) => so + 2 * sizeOf(tensor), 0);
}

/** How many keys the last of so many tokens sees. */
function seenByLast(mask: Mask, tokens: number): number {
  return mask.kind === "window" ? Math.min(mask.keys, tokens) : tokens;
}

/** Keys seen on average. A prefix adds to what is causal, but its length is not known here. */
function seenOnAverage(mask: Mask, tokens: number): number {
  if (mask.kind === "bidirectional") return tokens;
  const growing = seenByLast(mask, tokens);
  return (growing * ((growing + 1) / 2) + (tokens - growing) * growing) / tokens;
}
