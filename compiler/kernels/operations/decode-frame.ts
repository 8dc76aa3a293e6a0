import { keyBase, openPair } from "../pieces/key-rows.js";
import { maskPiece } from "../pieces/mask.js";
import type { Kernel } from "../kernel.js";
import { because, ex, ident, wgsl, type Code } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import type { Share } from "../text/share.js";
import { cellTable, type CoreOp } from "./core.js";
import { sequence } from "./sequence.js";
import { noiseSlot, signalSlots, type Slot } from "./softmax.js";

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
