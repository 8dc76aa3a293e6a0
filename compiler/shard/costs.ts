import { layerCacheBytes } from "../plan/costs.js";
import type { Dtype, LayerPlan, ModelPlan } from "../plan/plan.js";
import { storedBytes } from "../plan/scaled-weights.js";
import type { Division } from "./divide.js";
import { splitTensors, type SplitTensor } from "./tensors.js";

/** What one device stores; the first, which never stores less than another. */
export interface DeviceCosts {
  readonly weightBytes: number;
  /** For a token, over all layers. */
  readonly cacheBytes: number;
}

export function deviceCosts(model: ModelPlan, division: Division): DeviceCosts {
  return {
    weightBytes: splitTensors(model, division).reduce(
      (sum, split) => sum + bytesOnFirst(model, split),
      0,
    ),
    cacheBytes: deviceCacheBytes(model, division).reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** What a device caches for a token, by layer. */
export function deviceCacheBytes(model: ModelPlan, { layers }: Division): readonly number[] {
  const { cache } = model.dtype.value;
  return model.layers.map((layer, i) =>
    cachedOnDevice(layer, cache, layers[i]?.[0]?.pairs.length ?? 0),
  );
}

/** Each device quantises its own part of a matrix. */
function bytesOnFirst({ layers, dtype }: ModelPlan, { tensor, split }: SplitTensor): number {
  const bytesOf = (shape: readonly number[]): number =>
    storedBytes(layers[tensor.layer ?? -1], { name: tensor.tensor, shape }, dtype.value);
  if (split.axis === "none") return bytesOf(tensor.shape);
  const [rows = 0, ...columns] = tensor.shape;
  const held = (split.ranges[0] ?? []).reduce((sum, { count }) => sum + count, 0);
  return bytesOf(split.axis === "rows" ? [held, ...columns] : [rows, held]);
}

/** K and V of the device's own pairs; a cached latent is whole on every device. */
function cachedOnDevice(layer: LayerPlan, cache: Dtype["cache"], pairs: number): number {
  const bytes = layerCacheBytes(layer, cache);
  return layer.cache.value === "latent" ? bytes : (bytes / layer.kvPairs.value) * pairs;
}
