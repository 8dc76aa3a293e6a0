import type { CacheSize } from "./api.js";
import type { Program } from "./manifest.js";
import type { Symbols } from "./size.js";

/** How the tokens of a cache lie in its tensors: in blocks, each a unit of every KV pair. */
export interface CacheLayout {
  readonly paged: boolean;
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
  readonly blocks: readonly number[];
  /** A block's first unit is its number times this. */
  readonly stride: number;
}

/** Shifted by so much, any position gives block 0. */
const ONE_BLOCK = 31;

/**
 * Without pages one block a slot, its pairs side by side, so that a segment may end after any of
 * them. With pages pair after pair: all blocks of one lie together, since a dispatch over a segment
 * must see all of a sequence's keys.
 */
export function layoutOf(program: Program, size: CacheSize): CacheLayout {
  const { sequences, capacity, paged } = size;
  const pairs = Object.values(program.tensors).find(({ role }) => role === "cache")?.unitsPerBlock;
  if (paged === undefined) {
    const strides = { blockStride: pairs ?? 1, pairStride: 1 };
    return { paged: false, block: capacity, blocks: sequences, shift: ONE_BLOCK, ...strides };
  }
  const { block, blocks } = paged;
  const strides = { blockStride: 1, pairStride: blocks };
  return { paged: true, block, blocks, shift: Math.log2(block), ...strides };
}

/** The symbols that sizes of a call may name, for the cache that it goes to. */
export function cacheSymbols({ block, shift, pairStride }: CacheLayout): Symbols {
  return { block, block_shift: shift, pair_units: pairStride };
}
