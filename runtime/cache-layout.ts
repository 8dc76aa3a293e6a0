import type { CacheSize } from "./api.js";
import type { Program } from "./manifest.js";
import type { Symbols } from "./size.js";

/** How the tokens of a cache lie in its tensors: in blocks, each a unit of every KV pair. */
export interface CacheLayout {
  /** Tokens of a block. */
  readonly block: number;
  readonly blocks: number;
  /** The power of two by which a token's position becomes the number of its block. */
  readonly shift: number;
  /** Units from a block to the next one, and from a KV pair to the next one. */
  readonly blockStride: number;
  readonly pairStride: number;
}

/** Where a sequence lies. */
export interface BlockTable {
  /** Tokens of a block. */
  readonly block: number;
  /** The unit of the first KV pair, block by block. */
  readonly units: readonly number[];
}

/** Shifted by so much, any position gives block 0. */
const ONE_BLOCK = 31;

/** One block a slot, with its pairs side by side, so that a segment may end after any pair. */
export function layoutOf(program: Program, { sequences, capacity }: CacheSize): CacheLayout {
  const pairs = Object.values(program.tensors).find(({ role }) => role === "cache")?.unitsPerBlock;
  return {
    block: capacity,
    blocks: sequences,
    shift: ONE_BLOCK,
    blockStride: pairs ?? 1,
    pairStride: 1,
  };
}

/** The symbols that sizes of a call may name, for the cache that it goes to. */
export function cacheSymbols({ block, shift, pairStride }: CacheLayout): Symbols {
  return { block, block_shift: shift, pair_units: pairStride };
}
