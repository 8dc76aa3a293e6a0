import { rotaryWidth } from "./channels.js";
import { keyHeads } from "./attention-tensors.js";
import type { Dtype, LayerPlan, ModelPlan } from "./plan.js";
import { cachedScales } from "./scaled-cache.js";
import { numberBytes, storedBytes } from "./scaled-weights.js";
import { type Part, type Tensor, layerTensors, outerTensors, parts, sizeOf } from "./tensors.js";

export interface Parameters {
  readonly total: number;
  readonly parts: readonly { readonly part: Part; readonly parameters: number }[];
}

/** How many numbers a model's weights are, by part. */
export function parameters(plan: ModelPlan): Parameters {
  const all = [...outerTensors(plan), ...plan.layers.flatMap((layer) => layerTensors(plan, layer))];
  const byPart = parts.map((part) => ({
    part,
    parameters: all
      .filter((tensor) => tensor.part === part)
      .reduce((sum, tensor) => sum + sizeOf(tensor), 0),
  }));
  return { total: byPart.reduce((sum, { parameters: of }) => sum + of, 0), parts: byPart };
}

/** Bytes of a model's weights as they are stored for kernels. */
export function weightBytes(plan: ModelPlan): number {
  const storage = plan.dtype.value;
  const bytesOf = (tensors: readonly Tensor[], layer?: LayerPlan): number =>
    tensors.reduce((sum, tensor) => sum + storedBytes(layer, tensor, storage), 0);
  return plan.layers.reduce(
    (sum, layer) => sum + bytesOf(layerTensors(plan, layer), layer),
    bytesOf(outerTensors(plan)),
  );
}

/**
 * Numbers that a layer caches for a token: the keys and values of its KV pairs, or the latent and
 * the rotary key that all pairs share (language.md, section 6).
 */
export function cachedValues(layer: LayerPlan): number {
  const { latent, headDim, kvPairs, valueDim } = layer;
  if (layer.cache.value === "heads" || !latent) {
    return keyHeads(layer) * headDim.value.size + kvPairs.value * valueDim.value;
  }
  return latent.kv.value + rotaryWidth(layer);
}

/** Bytes that a layer caches for a token: its values, and the scales of an `i8` cache. */
export function layerCacheBytes(layer: LayerPlan, cache: Dtype["cache"]): number {
  const scales = cachedScales(layer, cache) * numberBytes.f32;
  return cachedValues(layer) * numberBytes[cache] + scales;
}

/** Bytes that all layers cache for a token. */
export function cacheBytes(plan: ModelPlan): number {
  const { cache } = plan.dtype.value;
  return plan.layers.reduce((sum, layer) => sum + layerCacheBytes(layer, cache), 0);
}
