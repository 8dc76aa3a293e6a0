import { rotaryWidth } from "./channels.js";
import { keyHeads } from "./attention-tensors.js";
import type { Dtype, LayerPlan } from "./plan.js";

/**
 * An `i8` cache keeps each head of a row, every key head and every value head of a token, as whole
 * numbers from −127 to 127 and one float32 scale: scale = max |x| / 127 and q = x / scale, rounded
 * to nearest, ties to even. A head is read back as q × scale.
 */

/** The whole number that the largest value of a head becomes. */
export const levels = 127;

/** A head with no value as large as this has scale 0 and is read back as zeros. */
export const leastStored = 1e-30;

/**
 * A key with a value that is infinite, not a number or the largest of float32 has scale NaN, and so
 * have the keys beside such a value head, which is kept as zeros: whoever sees the token is NaN.
 */
export const mostStored = 2 ** 128 - 2 ** 104;

/** Scales that a layer caches for a token: one a head, or one for a latent and its rotary key each. */
export function cachedScales(layer: LayerPlan, cache: Dtype["cache"]): number {
  if (cache !== "i8") return 0;
  if (layer.cache.value === "heads" || !layer.latent) return keyHeads(layer) + layer.kvPairs.value;
  return rotaryWidth(layer) > 0 ? 2 : 1;
}
