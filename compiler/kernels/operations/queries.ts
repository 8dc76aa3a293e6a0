import { openPair } from "../pieces/key-rows.js";
import { maskPiece } from "../pieces/mask.js";
import { because, ex, times, wgsl, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";
import { cellTable, type CoreOp } from "./core.js";
import type { PrefillSchedule } from "./prefill-frame.js";
import { sequence } from "./sequence.js";

/**
 * What both prefill kernels begin with: the tile of rows, its cell and KV pair, this lane's query,
 * and the keys that the tile may see. Work outside the cache segment at hand returns.
 */
export function openTile<T extends string>(
  op: CoreOp,
  k: Scope<T | "sequences">,
  { share, chunk }: PrefillSchedule,
): Code {
  const tileRows = share.team;
  const mask = maskPiece(op.mask);
  const part =
    chunk === undefined
      ? wgsl`let row0 = x * ${tileRows}u;`
      : wgsl`let tiles = ${k.uniform("tiles", ["ceilDiv", "most_rows", tileRows])};
let row0 = (x % tiles) * ${tileRows}u;
let part = x / tiles;`;
  const queries = {
    first: ex`query0`,
    last: ex`query0 + min(${tileRows}u, rows - row0) - 1u`,
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
let query = query0 + lane;
let row = first_row + row0 + min(lane, rows - row0 - 1u);
${chunk === undefined ? seen : ofChunk}`;
}

/** `visible_0`, `visible_1`, …: which keys of the tile at `tile` this lane's query sees. */
export function visibleKeys(op: CoreOp, fours: number): Code {
  const mask = maskPiece(op.mask);
  const at = { query: ex`vec4u(query)`, key: ex`tile_keys`, prefix: ex`vec4u(prefix)` };
  return wgsl`var tile_keys = vec4u(tile) + vec4u(0u, 1u, 2u, 3u);
${times(
  fours,
  (b) => wgsl`let visible_${b} = ${because(op.mask, mask.visible(at))} & (tile_keys < vec4u(end));
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
