import { ex, ident, times, wgsl, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";

/**
 * Where a sequence's keys and values lie in the cache segment at hand: in blocks, whose first units
 * are the entries of the `sequences` table from `table` on (runtime/manifest.ts). A cache that is
 * not paged is one block a sequence.
 */
type Cached<T extends string> = Scope<T | "sequences">;

/** Keys that a kernel may go through with one `keyBase`: blocks hold a multiple of them. */
export const blockKeys = 8;

/** Names `home` for `keyBase`, or returns where the sequence's rows of this KV pair are elsewhere. */
export function openPair<T extends string>(k: Cached<T>, pair: Code): Code {
  const first = k.uniform("segment_first");
  return wgsl`let pair_unit = ${pair} * ${k.uniform("pair_units")};
let unit = ${k.at("sequences", ex`table`)} + pair_unit;
if ((unit < ${first}) | (unit >= ${first} + ${k.uniform("segment_count")})) {
return;
}
let home = pair_unit - ${first};`;
}

/**
 * What key `key`, and every other key of its block, adds to its position to get its row in the
 * segment: one look-up for `blockKeys` keys that start at a multiple of them. Wraps around.
 */
export function keyBase<T extends string>(k: Cached<T>, key: Code): Code {
  const block = ex`(${key} >> ${k.uniform("block_shift")})`;
  return ex`(${k.at("sequences", ex`table + ${block}`)} + home - ${block}) * ${k.uniform("block")}`;
}

/** Names what `tileRow` needs for the tile of so many keys at `tile`. */
export function openTileKeys<T extends string>(k: Cached<T>, keys: number): Code {
  return wgsl`${times(
    bases(keys),
    (i) => wgsl`let base_${i} = ${keyBase(k, ex`tile + ${i * blockKeys}u`)};`,
  )}`;
}

/** The row of key i of the tile in the segment. */
export function tileRow(keys: number, i: Code): Code {
  const base = times(bases(keys), (n) => ident(`base_${n}`)).reduce(
    (before, next, n) => ex`select(${before}, ${next}, ${i} >= ${n * blockKeys}u)`,
  );
  return ex`${base} + tile + ${i}`;
}

const bases = (keys: number): number => Math.ceil(keys / blockKeys);
