import { openPair } from "../pieces/key-rows.js";
import { maskPiece } from "../pieces/mask.js";
import { because, ex, ident, times, wgsl, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";
import { cellTable, type CoreOp } from "./core.js";
import { tileRows, type PrefillSchedule } from "./prefill-frame.js";
import { sequence } from "./sequence.js";

/**
 * What both prefill kernels begin with: the tile of rows, its cell and KV pair, the rows of this
 * lane, and the keys up to those that the row at `last` may see. Work outside the cache segment at
 * hand returns.
 */
export function openTile<T extends string>(
  op: CoreOp,
  k: Scope<T | "sequences">,
  s: PrefillSchedule,
  last: Code,
): Code {
  const { chunk } = s;
  const size = tileRows(s);
  const mask = maskPiece(op.mask);
  const part =
    chunk === undefined
      ? wgsl`let row0 = x * ${size}u;`
      : wgsl`let tiles = ${k.uniform("tiles", ["ceilDiv", "most_rows", size])};
let row0 = (x % tiles) * ${size}u;
let part = x / tiles;`;
  const queries = {
    first: ex`query0`,
    last: ex`query0 + min(${last}, rows - row0 - 1u)`,
    keys: ex`keys`,
    prefix: ex`prefix`,
  };
  const [begin, end] = [mask.begin(queries), mask.end(queries)];
  const seen = wgsl`let begin = ${because(op.mask, begin)};
let end = ${because(op.mask, end)};`;
  const ofChunk = wgsl`let begin = max(${because(op.mask, begin)}, part * ${chunk ?? 0}u);
let end = min(${because(op.mask, end)}, (part + 1u) * ${chunk ?? 0}u);
if (begin >= end) {
return;
}`;
  return wgsl`${sequence(k, ex`z`)}
${part}
let cell = ${cellTable(op).cells}[y];
if (row0 >= rows) {
return;
}
${openPair(k, ex`cell.z`)}
let query0 = position + row0;
${times(s.rows, (r) => {
  const { query, row, place } = laneRow(s, r);
  return wgsl`let ${query} = query0 + ${place};
let ${row} = first_row + row0 + min(${place}, rows - row0 - 1u);`;
})}
${chunk === undefined ? seen : ofChunk}`;
}

/** A row of a lane: where it lies in the tile, its position, and its place among all rows. */
export interface LaneRow {
  readonly place: Code;
  readonly query: Code;
  readonly row: Code;
  /** Which keys of a tile it sees, four to a vector. */
  readonly visible: (b: number) => Code;
}

/** Row r of those that this lane holds; neighbours, so that they see about the same keys. */
export function laneRow({ rows }: PrefillSchedule, r: number): LaneRow {
  return {
    place: rows === 1 ? ex`lane` : ex`lane * ${rows}u + ${r}u`,
    query: ident(`query_${r}`),
    row: ident(`row_${r}`),
    visible: (b) => ident(`visible_${r}_${b}`),
  };
}

/** Which keys of the tile at `tile` the rows of this lane see. */
export function visibleKeys(op: CoreOp, fours: number, rows: readonly LaneRow[]): Code {
  const mask = maskPiece(op.mask);
  const visible = ({ query }: LaneRow): Code =>
    because(
      op.mask,
      mask.visible({ query: ex`vec4u(${query})`, key: ex`tile_keys`, prefix: ex`vec4u(prefix)` }),
    );
  return wgsl`var tile_keys = vec4u(tile) + vec4u(0u, 1u, 2u, 3u);
${times(
  fours,
  (
    b,
  ) => wgsl`${rows.map((row) => wgsl`let ${row.visible(b)} = ${visible(row)} & (tile_keys < vec4u(end));`)}
tile_keys += vec4u(4u);`,
)}`;
}

/** Signal head i of the cell. */
export function signalHead(op: CoreOp, i: Code): Code {
  return ex`${cellTable(op).signals}[y * ${op.signals}u + ${i}]`;
}

/** `head_0`, `head_1`, …: the batch of the cell's signal heads that starts at `first`. */
export function openHeads(op: CoreOp, held: number, first: Code): Code {
  return wgsl`${times(
    held,
    (i) => wgsl`let head_${i} = ${signalHead(op, ex`${first} + ${i}u`)};`,
  )}`;
}
