import type { CoreOp } from "../operations/core.js";
import { tileRow } from "./key-rows.js";
import { ex, ident, times, wgsl, type Code } from "../text/code.js";
import type { Format } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import type { Share } from "../text/share.js";

/**
 * A row of K or V in the cache: the quads of its heads one after the other, then in a scaled format
 * the scale of each as float32 bits. Scales lie in the row, not in a buffer beside, since a core
 * binds the eight buffers that every adapter has already.
 */
export interface CachedRow {
  readonly quads: number;
  /** Elements from one row to the next. */
  readonly stride: number;
}

export function cachedRow(format: Format, heads: number, headSize: number): CachedRow {
  const quads = (heads * headSize) / 4;
  return { quads, stride: quads + (format.scaled ? heads : 0) };
}

/** The signal key, then the noise key where it is another. */
export const keyRow = (op: CoreOp): CachedRow =>
  cachedRow(op.cache, op.ownKeys ? 2 : 1, op.headDim);

export const valueRow = (op: CoreOp): CachedRow => cachedRow(op.cache, 1, op.valueDim);

/** The scale of a head of row `at`: one multiplies a score, or the weight of a value row. */
export function scaleAt<T extends string>(
  k: Scope<T>,
  tensor: T,
  row: CachedRow,
  at: Code,
  head: Code,
): Code {
  return wgsl`bitcast<f32>(${k.at(tensor, ex`${at} * ${row.stride}u + ${row.quads}u + ${head}`)})`;
}

/**
 * `name_0`, `name_1`, …: the scales of a head in the rows of the tile at `tile`, four to a vector.
 * Rows past the end are as the last one.
 */
export function tileScales<T extends string>(
  k: Scope<T>,
  share: Share,
  name: string,
  tensor: T,
  row: CachedRow,
  tile: { readonly keys: number; readonly head: Code },
): Code {
  const scales = share.spread(`${name}_of`, tile.keys, (i) =>
    scaleAt(k, tensor, row, tileRow(tile.keys, ex`min(${i}, end - tile - 1u)`), tile.head),
  );
  const four = (b: number): Code =>
    ex`vec4f(${scales.at(4 * b)}, ${scales.at(4 * b + 1)}, ${scales.at(4 * b + 2)}, ${scales.at(4 * b + 3)})`;
  return wgsl`${scales.setup}
${times(tile.keys / 4, (b) => wgsl`let ${ident(name)}_${b} = ${four(b)};`)}`;
}
