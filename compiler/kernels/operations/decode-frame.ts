import type { Kernel } from "../kernel.js";
import { keyRow, scaleAt } from "../pieces/cached.js";
import type { Columns } from "../pieces/columns.js";
import { keyBase, openPair } from "../pieces/key-rows.js";
import { maskPiece } from "../pieces/mask.js";
import { scoreLog2 } from "../pieces/score.js";
import { because, ex, ident, times, wgsl, type Code } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import type { Share } from "../text/share.js";
import { cellTable, type CoreOp } from "./core.js";
import { partAt } from "./partials.js";
import { sequence } from "./sequence.js";
import { noiseSlot, signalSlots, unseen, type Slot } from "./softmax.js";

/**
 * The core for one query a sequence: the keys are cut into chunks, a workgroup takes one chunk for
 * all heads of one cell, and `merge` puts the chunks together.
 */
export interface DecodeSchedule {
  readonly share: Share;
  /** Keys of a chunk, a multiple of the team. */
  readonly chunk: number;
}

export type DecodeTensor = "q" | "k" | "v" | "sequences" | "partials";
export type DecodeScope = Scope<DecodeTensor>;

/** What is the same in all decode kernels. */
export const decodeFrame: Omit<Kernel<CoreOp, DecodeSchedule, DecodeTensor>, "name" | "body"> = {
  tensors: (op) => ({
    q: { mode: "read", format: formats.f32 },
    k: { mode: "read", format: op.cache },
    v: { mode: "read", format: op.cache },
    sequences: { mode: "read", format: "u32" },
    partials: { mode: "read_write", format: formats.f32 },
  }),
  grid: (op, s) => [["ceilDiv", "most_keys", s.chunk], op.cells.length, "sequences"],
};

export function decodeName(kind: string, op: CoreOp): string {
  return `${kind}_${op.headDim}x${op.valueDim}_${op.signals}_${op.cache.name}`;
}

export const named = (kind: string, slot: Slot): Code => ident(`${kind}_${slot.name}`);

/** All heads of a cell. */
export function cellSlots(op: CoreOp): readonly Slot[] {
  return op.hasNoise ? [...signalSlots(op.signals), noiseSlot] : signalSlots(op.signals);
}

/** Names the sequence, the cell, and the chunk's keys from `begin` to `end`. */
export function openChunk(op: CoreOp, s: DecodeSchedule, k: DecodeScope): Code {
  const mask = maskPiece(op.mask);
  const queries = { first: ex`position`, last: ex`position`, keys: ex`keys`, prefix: ex`prefix` };
  return wgsl`${sequence(k, ex`z`)}
let cell = ${cellTable(op).cells}[y];
let begin = x * ${s.chunk}u;
let end = min(${because(op.mask, mask.end(queries))}, begin + ${s.chunk}u);
if ((rows == 0u) | (begin >= end) | (end <= ${because(op.mask, mask.begin(queries))})) {
return;
}
${openPair(k, ex`cell.z`)}`;
}

/** The row of this lane's key, or past the end of the last one. */
export function ownRow(k: DecodeScope): Code {
  return wgsl`let present = min(key, end - 1u);
let row = ${keyBase(k, ex`present`)} + present;`;
}

export function ownVisible(op: CoreOp): Code {
  const seen = maskPiece(op.mask).visible({
    query: ex`vec4u(position)`,
    key: ex`vec4u(key)`,
    prefix: ex`vec4u(prefix)`,
  });
  return ex`${because(op.mask, seen)}.x & (key < end)`;
}

/** Where in a row the key of a head begins, in quads: noise heads may have their own. */
export function keyOffset(op: CoreOp, slot: Slot): number {
  return op.ownKeys && slot === noiseSlot ? op.headDim / 4 : 0;
}

export function keyOffsets(op: CoreOp, slots: readonly Slot[]): readonly number[] {
  return [...new Set(slots.map((slot) => keyOffset(op, slot)))];
}

/** From q·k of this lane's key to `score_…` in units of log 2, `unseen` where it is not seen. */
export function finishScores(op: CoreOp, k: DecodeScope, slots: readonly Slot[]): Code {
  const { scaled } = op.cache;
  const scales = keyOffsets(op, slots).map((offset) => {
    const head = ex`${(4 * offset) / op.headDim}u`;
    return wgsl`let key_scale_${offset} = ${scaleAt(k, "k", keyRow(op), ex`row`, head)};`;
  });
  return wgsl`${scaled ? scales : []}
${slots.map((slot) => {
  const score = named("score", slot);
  const product = scaled ? ex`${score} * key_scale_${keyOffset(op, slot)}` : score;
  const value = scoreLog2(ex`vec4f(${product})`, op.scale, op.softcap);
  return wgsl`${score} = select(${unseen}, ${value}.x, seen);`;
})}`;
}

/** A head's part of the chunk. */
interface Found {
  readonly maximum: Code;
  readonly total: Code;
  /** Who holds `out_…` of which channels. */
  readonly columns: Columns;
}

/** Leaves a head's part to `merge`; lanes that hold no channels are kept out by `only`. */
export function storePart(
  op: CoreOp,
  s: DecodeSchedule,
  k: DecodeScope,
  slot: Slot,
  { maximum, total, columns }: Found,
  only?: Code,
): Code {
  const place = partAt(op, k, s.chunk, { row: ex`first_row`, query: slot.query, part: ex`x` });
  const write = times(columns.count, (c) => {
    const at = ex`at + 1u + ${columns.quad(c)}`;
    const quad = k.store4("partials", at, ex`${named("out", slot)}_${c}`);
    const inside = columns.inside(c);
    return inside ? wgsl`if (${inside}) {\n${quad}\n}` : quad;
  });
  return wgsl`{
let at = ${place};
if (lane == 0u) {
${k.store4("partials", ex`at`, ex`vec4f(${maximum}, ${total}, 0.0, 0.0)`)}
}
${only ? wgsl`if (${only}) {\n${write}\n}` : write}
}`;
}
