import type { Size } from "../../../runtime/manifest.js";
import type { Kernel } from "../kernel.js";
import { keyRow, tileScales, valueRow } from "../pieces/cached.js";
import { columns } from "../pieces/columns.js";
import { finishColumns, finishTensors, type FinishTensor } from "../pieces/finish.js";
import { lambdaValue } from "../pieces/lambda.js";
import { ex, ident, loop, times, wgsl, type Code } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import type { Share, Spread } from "../text/share.js";
import type { CoreOp } from "./core.js";
import { openHeads, openTile, visibleKeys } from "./queries.js";
import {
  inverse,
  noiseSlot,
  score,
  shrink,
  signalSlots,
  soften,
  startSoftmax,
  weight,
  type Slot,
} from "./softmax.js";

/**
 * The fused core for many queries: a workgroup takes rows of one sequence and the heads of one
 * cell, so that the noise map and each tile of K and V serve all of the cell's signal heads. Both
 * softmaxes are online; the subtraction, norm, scale and gate follow before anything is written.
 */
export interface PrefillSchedule {
  readonly share: Share;
  /** Keys of a tile, a multiple of 4. */
  readonly keys: number;
  /**
   * Signal heads held at once. All of them: the noise head joins, and one pass over the keys
   * serves the whole cell. Fewer: the noise map is made first and kept, then the signal heads
   * follow in batches of this size. Divides the signal heads of a cell.
   */
  readonly held: number;
}

export type PrefillTensor = "q" | "k" | "v" | "sequences" | FinishTensor;
type K = Scope<PrefillTensor>;

/** What all prefill kernels share but their body. */
export const prefillFrame: Omit<Kernel<CoreOp, PrefillSchedule, PrefillTensor>, "name" | "body"> = {
  tensors: (op) => ({
    q: { mode: "read", format: formats.f32 },
    k: { mode: "read", format: op.cache },
    v: { mode: "read", format: op.cache },
    sequences: { mode: "read", format: "u32" },
    ...finishTensors(op),
  }),
  grid: (op, s) => [["ceilDiv", "most_rows", s.share.team], op.cells.length, "sequences"],
};

/**
 * Lanes are rows for the scores and hold value channels of all rows for the products with V:
 * scores are handed over in between, and no tile of K or V is read twice by a team. For subgroups.
 */
export const prefill: Kernel<CoreOp, PrefillSchedule, PrefillTensor> = {
  ...prefillFrame,
  name: (op, s) => `prefill_${op.headDim}x${op.valueDim}_${op.signals}_${s.held}_${op.cache.name}`,
  body(op, s, k) {
    const together = s.held === op.signals;
    const signals = signalSlots(s.held);
    const batch = (first: Code): Code => wgsl`${openHeads(op, s.held, first)}
${attend(op, s, k, op.hasNoise && together ? [...signals, noiseSlot] : signals)}
${combine(op, s, k, signals, together)}`;
    return wgsl`${openTile(op, k, s.share.team)}
${op.hasNoise && !together ? wgsl`${attend(op, s, k, [noiseSlot])}\n${keepNoise(op, s)}` : wgsl``}
${k.loop("batch", op.signals / s.held, (b) => batch(ex`${b} * ${s.held}u`))}`;
  },
};

/** The quad of value channels that a lane holds of row r of the tile. */
const sum = (slot: Slot, r: number, c: number): Code => ident(`out_${slot.name}_${r}_${c}`);

/** The online softmax of some heads over all visible keys of the tile. */
function attend(op: CoreOp, s: PrefillSchedule, k: K, slots: readonly Slot[]): Code {
  const { share } = s;
  const fours = s.keys / 4;
  const spread = columns(op.valueDim, share);
  const stride = s.keys + 1;
  const give = share.exchange("give", slots.length * stride);
  const eachSum = (make: (r: number, c: number) => Code): Code =>
    wgsl`${times(share.team, (r) => wgsl`${times(spread.count, (c) => make(r, c))}`)}`;

  const { scaled } = op.cache;
  const handOver = slots.map(
    (slot, at) => wgsl`${times(s.keys, (j) => {
      const b = Math.floor(j / 4);
      const part = ex`${weight(slot, b)}[${j % 4}]`;
      return give.set(at * stride + j, scaled ? ex`${part} * value_scale_${b}[${j % 4}]` : part);
    })}
${give.set(at * stride + s.keys, shrink(slot))}`,
  );
  const shrinkSums = slots.map(
    (slot, at) =>
      wgsl`${times(share.team, (r) => {
        const factor = ident(`shrink_${slot.name}_${r}`);
        return wgsl`let ${factor} = ${give.at(r, at * stride + s.keys)};
${times(spread.count, (c) => wgsl`${sum(slot, r, c)} *= ${factor};`)}`;
      })}`,
  );
  const addValues = slots.map(
    (slot, at) =>
      wgsl`${times(share.team, (r) => {
        const factor = ident(`weight_${slot.name}_${r}`);
        return wgsl`let ${factor} = ${give.at(r, ex`${at * stride}u + j`)};
${times(spread.count, (c) => wgsl`${sum(slot, r, c)} += ${factor} * value_${c};`)}`;
      })}`,
  );
  const value = (c: number): Code =>
    k.load4("v", ex`(base + tile + j) * ${valueRow(op).stride}u + ${spread.quad(c)}`);

  return wgsl`${slots.map((slot) => startSoftmax(op, k, slot))}
${slots.map((slot) => eachSum((r, c) => wgsl`var ${sum(slot, r, c)} = vec4f();`))}
${overTiles(
  s,
  wgsl`${slots.map((slot) => wgsl`${times(fours, (b) => wgsl`var ${score(slot, b)} = vec4f();`)}`)}
${scores(op, s, k, slots)}
${visibleKeys(op, fours)}
${slots.map((slot) => soften(op, slot, fours))}
${give.declare}
${scaled ? tileScales(k, share, "value_scale", "v", valueRow(op), { keys: s.keys, head: 0 }) : wgsl``}
${handOver}
${give.publish}
${shrinkSums}
${loop(
  { name: "key", rounds: s.keys },
  { counter: "j", from: ex`0u`, to: ex`min(${k.uniform("tile_size", s.keys)}, end - tile)` },
  wgsl`${times(spread.count, (c) => wgsl`let value_${c} = ${value(c)};`)}
${addValues}`,
)}`,
)}`;
}

/** Over the keys that the rows of the tile see, some at a time. */
export function overTiles(s: PrefillSchedule, body: Code): Code {
  const rounds: Size = ["ceilDiv", "seen", s.keys];
  const bounds = { counter: "tile", from: ex`begin`, to: ex`end`, by: ex`${s.keys}u` };
  return loop({ name: `${s.keys} keys`, rounds }, bounds, body);
}

/** q·k of this lane's row with every key of the tile; each key is fetched once a team. */
function scores(op: CoreOp, s: PrefillSchedule, k: K, slots: readonly Slot[]): Code {
  const quads = op.headDim / 4;
  const keys = keyRow(op);
  const keyTile = (name: string, offset: number): Spread =>
    s.share.spread(name, s.keys, (i) =>
      k.load4("k", ex`(base + min(tile + ${i}, end - 1u)) * ${keys.stride}u + ${offset}u + c`),
    );
  const readers = [
    {
      head: 0,
      tile: keyTile("key", 0),
      slots: slots.filter((slot) => !(op.ownKeys && slot.noise)),
    },
    {
      head: 1,
      tile: keyTile("noise_key", quads),
      slots: slots.filter((slot) => op.ownKeys && slot.noise),
    },
  ].filter((reader) => reader.slots.length > 0);
  const query = (slot: Slot): Code => ident(`q_${slot.name}`);
  const dots = (slot: Slot, j: number): Code =>
    wgsl`${score(slot, Math.floor(j / 4))}[${j % 4}] += dot(${query(slot)}, key);`;
  const products = k.loop(
    "c",
    quads,
    (c) => wgsl`let c = ${c};
${slots.map((slot) => wgsl`let ${query(slot)} = ${k.load4("q", ex`(row * ${op.queryHeads}u + ${slot.query}) * ${quads}u + c`)};`)}
${readers.map(
  (reader) => wgsl`${reader.tile.setup}
${times(
  s.keys,
  (j) => wgsl`{
let key = ${reader.tile.at(j)};
${reader.slots.map((slot) => dots(slot, j))}
}`,
)}`,
)}`,
  );
  return op.cache.scaled
    ? wgsl`${products}\n${readers.map((reader) => scaledScores(op, s, k, reader))}`
    : products;
}

/** Multiplies the scores by the scales of the keys that made them. */
export function scaledScores(
  op: CoreOp,
  s: PrefillSchedule,
  k: K,
  { head, slots }: { readonly head: number; readonly slots: readonly Slot[] },
): Code {
  return wgsl`{
${tileScales(k, s.share, "key_scale", "k", keyRow(op), { keys: s.keys, head })}
${slots.map((slot) => wgsl`${times(s.keys / 4, (b) => wgsl`${score(slot, b)} *= key_scale_${b};`)}`)}
}`;
}

/** The noise map's output, kept while the signal heads follow. */
function keepNoise(op: CoreOp, s: PrefillSchedule): Code {
  const { share } = s;
  const spread = columns(op.valueDim, share);
  const give = share.exchange("inverse", 1);
  return wgsl`${give.declare}
${give.set(0, inverse(noiseSlot))}
${give.publish}
${times(share.team, (r) => wgsl`${times(spread.count, (c) => wgsl`${sum(noiseSlot, r, c)} *= ${give.at(r, 0)};`)}`)}`;
}

/** Subtracts λ · noise and finishes every signal head that is held. */
function combine(
  op: CoreOp,
  s: PrefillSchedule,
  k: K,
  signals: readonly Slot[],
  together: boolean,
): Code {
  const { share } = s;
  const spread = columns(op.valueDim, share);
  const give = share.exchange("factor", 2);
  return wgsl`${signals.map((slot, i) => {
    const lambda = lambdaValue(op, k, {
      row: ex`row`,
      signal: ex`head_${i}.y`,
      noise: ex`cell.y`,
    });
    const noiseFactor = together ? ex`${lambda} * ${inverse(noiseSlot)}` : lambda;
    const rows = Array.from({ length: share.team }, (_, r) => ({
      row: ex`first_row + row0 + ${r}u`,
      valid: ex`row0 + ${r}u < rows`,
      value: (c: number): Code => ident(`head_${r}_${c}`),
    }));
    const subtract = (r: number, c: number): Code => {
      const signal = ex`${sum(slot, r, c)} * ${give.at(r, 0)}`;
      return op.hasNoise ? ex`${signal} - ${give.at(r, 1)} * ${sum(noiseSlot, r, c)}` : signal;
    };
    return wgsl`{
${give.declare}
${give.set(0, inverse(slot))}
${op.hasNoise ? give.set(1, noiseFactor) : wgsl``}
${give.publish}
${rows.map((row, r) => wgsl`${times(spread.count, (c) => wgsl`let ${row.value(c)} = ${subtract(r, c)};`)}`)}
${finishColumns(op, k, share, ex`head_${i}.y`, rows)}
}`;
  })}`;
}
