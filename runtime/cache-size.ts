import type { CacheSize } from "./api.js";
import { wrongCapacity } from "./codes.js";
import { gdaError } from "./error.js";

/** Kernels look up where a block lies once for so many keys (compiler/kernels/pieces/key-rows.ts). */
const LEAST_BLOCK = 8;

/** The size of a cache with what was left out. Throws GDA7406 for one that cannot be. */
export function cacheSize(size: Partial<CacheSize>, context: number): CacheSize {
  const { sequences = 1, capacity = context, paged } = size;
  const counts = { sequences, capacity, ...(paged && { "paged.blocks": paged.blocks }) };
  for (const [name, value] of Object.entries(counts)) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    const problem = `\`${name}\` of the cache is ${value}`;
    throw gdaError(wrongCapacity, { problem, advice: "It is a whole number from 1 up." });
  }
  if (capacity > context) {
    const problem = `A capacity of ${capacity} tokens is more than the model's context of ${context}`;
    throw gdaError(wrongCapacity, { problem, advice: "Ask for at most as many." });
  }
  if (paged === undefined) return { sequences, capacity };
  if (paged.block < LEAST_BLOCK || !Number.isInteger(Math.log2(paged.block))) {
    const problem = `\`paged.block\` of the cache is ${paged.block}`;
    const advice = `It is a power of two from ${LEAST_BLOCK} up, mostly 16.`;
    throw gdaError(wrongCapacity, { problem, advice });
  }
  return { sequences, capacity, paged: { ...paged } };
}
