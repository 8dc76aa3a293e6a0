import type { Size } from "../../../runtime/manifest.js";
import { columns } from "../pieces/columns.js";
import { maskPiece } from "../pieces/mask.js";
import { scoreLog2 } from "../pieces/score.js";
import type { Kernel } from "../kernel.js";
import { because, ex, ident, times, wgsl, type Code } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Share } from "../text/share.js";
import { cellTable, type CoreOp } from "./core.js";
import { sequence } from "./sequence.js";
import { noiseSlot, signalSlots, type Slot } from "./softmax.js";

/**
 * The core for one query a sequence: the keys are cut into chunks, a workgroup takes one chunk for
 * all heads of one cell, and `merge` puts the chunks together. For the scores a lane is a key, for
 * the products with V it holds value channels.
 */
export interface DecodeSchedule {
  readonly share: Share;
  /** Keys of a chunk, a multiple of the team. */
  readonly chunk: number;
}

/** Values of one partial result: maximum, denominator, two unused, then the value channels. */
export function partialQuads(op: CoreOp): number {
  return 1 + op.valueDim / 4;
}

/** Partial results of one head of one sequence; chunks that see no key are left as they are. */
export function partialChunks(s: DecodeSchedule): Size {
  return ["ceilDiv", "capacity", s.chunk];
}

type DecodeTensor = "q" | "k" | "v" | "sequences" | "partials";

export const decode: Kernel<CoreOp, DecodeSchedule, DecodeTensor> = {
  name: (op) => `decode_${op.headDim}x${op.valueDim}_${op.signals}_${op.cache.name}`,
  tensors: (op) => ({
    q: { mode: "read", format: formats.f32 },
    k: { mode: "read", format: op.cache },
    v: { mode: "read", format: op.cache },
    sequences: { mode: "read", format: "u32" },
    partials: { mode: "read_write", format: formats.f32 },
  }),
  grid: (op, s) => [["ceilDiv", "most_keys", s.chunk], op.cells.length, "sequences"],
  body(op, s, k) {
    const { share } = s;
    const table = cellTable(op);
    const mask = maskPiece(op.mask);
    const spread = columns(op.valueDim, share);
    const quads = op.headDim / 4;
    const keyRow = (op.ownKeys ? 2 : 1) * quads;
    const slots = op.hasNoise ? [...signalSlots(op.signals), noiseSlot] : signalSlots(op.signals);
    const keysAt = (slot: Slot): number => (op.ownKeys && slot.noise ? quads : 0);
    const offsets = [...new Set(slots.map(keysAt))];
    const v = (kind: string, name: string): Code => ident(`${kind}_${name}`);
    const q = share.spread("q", slots.length, (i) =>
      k.load4("q", ex`(first_row * ${op.queryHeads}u + ${chosen(slots, i)}) * ${quads}u + c`),
    );
    const scores = k.loop(
      "c",
      quads,
      (c) => wgsl`let c = ${c};
${q.setup}
${offsets.map((offset, i) => wgsl`let key_${i} = ${k.load4("k", ex`(base + key) * ${keyRow}u + ${offset}u + c`)};`)}
${slots.map((slot, i) => wgsl`${v("score", slot.name)} += dot(${q.at(i)}, ${ident(`key_${offsets.indexOf(keysAt(slot))}`)});`)}`,
    );
    const most = share.reduce(
      "most",
      "max",
      slots.map((slot) => v("score", slot.name)),
    );
    const give = share.exchange("give", slots.length);
    const totals = share.reduce(
      "total",
      "sum",
      slots.map((slot) => v("l", slot.name)),
    );
    const partial = partialQuads(op);
    const visible = mask.visible({
      query: ex`vec4u(position)`,
      key: ex`vec4u(tile + lane)`,
      prefix: ex`vec4u(prefix)`,
    });
    const queries = { first: ex`position`, last: ex`position`, keys: ex`keys`, prefix: ex`prefix` };
    const capacity = k.uniform("capacity");
    const chunks = k.uniform("chunks", partialChunks(s));
    const first = k.uniform("segment_first");
    return wgsl`${sequence(k, ex`z`)}
let cell = ${table.cells}[y];
let unit = slot * ${op.pairs}u + cell.z;
if ((rows == 0u) | (unit < ${first}) | (unit >= ${first} + ${k.uniform("segment_count")})) {
return;
}
let base = (unit - ${first}) * ${capacity};
let begin = max(${because(op.mask, mask.begin(queries))}, x * ${s.chunk}u);
let end = min(${because(op.mask, mask.end(queries))}, (x + 1u) * ${s.chunk}u);
if (begin >= end) {
return;
}
${times(op.signals, (i) => wgsl`let head_${i} = ${table.signals}[y * ${op.signals}u + ${i}u];`)}
${slots.map(
  (slot) => wgsl`var ${v("m", slot.name)} = -1e30;
var ${v("l", slot.name)} = 0.0;
${times(spread.count, (c) => wgsl`var ${v("out", slot.name)}_${c} = vec4f();`)}`,
)}
for (var tile = begin; tile < end; tile += ${share.team}u) {
let key = min(tile + lane, end - 1u);
${slots.map((slot) => wgsl`var ${v("score", slot.name)} = 0.0;`)}
${scores}
let visible = ${because(op.mask, visible)}.x & (tile + lane < end);
${slots.map((slot) => {
  const score = v("score", slot.name);
  const value = scoreLog2(ex`vec4f(${score})`, op.scale, op.softcap);
  return wgsl`${score} = select(-1e30, ${value}.x, visible);`;
})}
${most.setup}
${give.declare}
${slots.map((slot, i) => {
  const [m, l] = [v("m", slot.name), v("l", slot.name)];
  const shrink = v("shrink", slot.name);
  return wgsl`let ${v("next", slot.name)} = max(${m}, ${most.values[i] ?? ex`0.0`});
let ${shrink} = exp2(${m} - ${v("next", slot.name)});
${m} = ${v("next", slot.name)};
let ${v("weight", slot.name)} = select(0.0, exp2(${v("score", slot.name)} - ${m}), visible);
${l} = ${l} * ${shrink} + ${v("weight", slot.name)};
${times(spread.count, (c) => wgsl`${v("out", slot.name)}_${c} *= ${shrink};`)}
${give.set(i, v("weight", slot.name))}`;
})}
${give.publish}
for (var j = 0u; j < min(${k.uniform("tile_size", share.team)}, end - tile); j++) {
${times(spread.count, (c) => wgsl`let value_${c} = ${k.load4("v", ex`(base + tile + j) * ${op.valueDim / 4}u + ${spread.quad(c)}`)};`)}
${slots.map((slot, i) => wgsl`let from_${ident(slot.name)} = ${give.at(ex`j`, i)};
${times(spread.count, (c) => wgsl`${v("out", slot.name)}_${c} += from_${ident(slot.name)} * value_${c};`)}`)}
}
}
${totals.setup}
${slots.map((slot, i) => {
  const at = ex`((z * ${op.queryHeads}u + ${slot.query}) * ${chunks} + x) * ${partial}u`;
  return wgsl`{
let at = ${at};
if (lane == 0u) {
${k.store4("partials", ex`at`, ex`vec4f(${v("m", slot.name)}, ${totals.values[i] ?? ex`0.0`}, 0.0, 0.0)`)}
}
${times(spread.count, (c) => {
  const store = k.store4("partials", ex`at + 1u + ${spread.quad(c)}`, ex`${v("out", slot.name)}_${c}`);
  const inside = spread.inside(c);
  return inside ? wgsl`if (${inside}) {\n${store}\n}` : store;
})}
}`;
})}`;
  },
};

/** The query head of slot i, for a lane that fetches on behalf of all. */
function chosen(slots: readonly Slot[], i: Code): Code {
  return slots
    .map((slot) => slot.query)
    .reduce((query, next, at) => ex`select(${query}, ${next}, ${i} == ${at}u)`);
}
