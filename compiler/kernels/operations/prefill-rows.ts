import type { Kernel } from "../kernel.js";
import { keyRow, tileScales, valueRow } from "../pieces/cached.js";
import { finishRow } from "../pieces/finish.js";
import { tileRow } from "../pieces/key-rows.js";
import { lambdaValue } from "../pieces/lambda.js";
import { ex, ident, times, wgsl, type Code } from "../text/code.js";
import type { CoreOp } from "./core.js";
import { overTiles, readersOf, scaledScores } from "./attend.js";
import { partAt } from "./partials.js";
import {
  prefillFrame,
  prefillName,
  tileRows,
  type PrefillSchedule,
  type PrefillScope,
  type PrefillTensor,
} from "./prefill-frame.js";
import { laneRow, openHeads, openTile, visibleKeys, type LaneRow } from "./queries.js";
import {
  denominator,
  inverse,
  maximum,
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
 * Lanes hold rows throughout, each with its queries and its whole output in private memory: nothing
 * is handed over, no barrier is met, and bodies stay small. Drivers of CPUs pay for a load as for
 * many multiply-adds, so that each serves all heads of all rows of the lane. For adapters without
 * subgroups.
 */
export const prefillRows: Kernel<CoreOp, PrefillSchedule, PrefillTensor> = {
  ...prefillFrame,
  name: (op, s) => prefillName("prefill_rows", op, s),
  body(op, s, k) {
    const { chunk } = s;
    const together = s.held === op.signals;
    const signals = signalSlots(s.held);
    const held = op.hasNoise && together ? [...signals, noiseSlot] : signals;
    const batch = (first: Code): Code => wgsl`${openHeads(op, s.held, first)}
${attend(op, s, k, held)}
${chunk === undefined ? wgsl`${signals.map((slot, i) => combine(op, s, k, slot, i))}` : storeParts(op, s, k, chunk, held)}`;
    // Lanes meet only for the scales of a cache: without them each goes as far as its last row sees.
    const last = op.cache.scaled ? ex`${tileRows(s) - 1}u` : ex`lane * ${s.rows}u + ${s.rows - 1}u`;
    return wgsl`${openTile(op, k, s, last)}
${op.hasNoise && !together ? wgsl`${attend(op, s, k, [noiseSlot])}\n${chunk === undefined ? wgsl`` : storeParts(op, s, k, chunk, [noiseSlot])}` : wgsl``}
${k.loop("batch", op.signals / s.held, (b) => batch(ex`${b} * ${s.held}u`))}`;
  },
};

/** A head of one of the lane's rows. */
interface RowSlot extends Slot {
  readonly at: LaneRow;
}

function rowSlots(s: PrefillSchedule, slot: Slot): readonly RowSlot[] {
  return Array.from({ length: s.rows }, (_, r) => ({
    ...slot,
    name: `${slot.name}_${r}`,
    at: laneRow(s, r),
  }));
}

/** The row's quads of value channels. */
const out = (slot: Slot): Code => ident(`out_${slot.name}`);

/** The row's quads of the query. */
const query = (slot: Slot): Code => ident(`query_${slot.name}`);

function attend(op: CoreOp, s: PrefillSchedule, k: PrefillScope, heads: readonly Slot[]): Code {
  const fours = s.keys / 4;
  const keyQuads = op.headDim / 4;
  const valueQuads = op.valueDim / 4;
  const slots = heads.flatMap((slot) => rowSlots(s, slot));
  const rows = Array.from({ length: s.rows }, (_, r) => laneRow(s, r));
  const value = (j: number): Code =>
    k.load4(
      "v",
      ex`(${tileRow(s.keys, ex`min(${j}u, end - tile - 1u)`)}) * ${valueRow(op).stride}u + c`,
    );
  const { scaled } = op.cache;
  const factor = (slot: Slot, b: number): Code =>
    scaled ? ident(`share_${slot.name}_${b}`) : weight(slot, b);
  const weighed = (slot: Slot): Code =>
    times(s.keys, (j) => ex`${factor(slot, Math.floor(j / 4))}[${j % 4}] * value_${j}`).reduce(
      (sum, term) => ex`${sum} + ${term}`,
    );
  const scaleWeights = wgsl`${tileScales(k, s.share, "value_scale", "v", valueRow(op), { keys: s.keys, head: ex`0u` })}
${slots.map((slot) => wgsl`${times(fours, (b) => wgsl`let ${factor(slot, b)} = ${weight(slot, b)} * value_scale_${b};`)}`)}`;
  return wgsl`${slots.map((slot) => startSoftmax(op, k, slot, s.chunk))}
${slots.map(
  (slot) => wgsl`var ${out(slot)} = array<vec4f, ${valueQuads}>();
var ${query(slot)} = array<vec4f, ${keyQuads}>();`,
)}
${k.upTo(
  "c",
  "key_quads",
  keyQuads,
  () =>
    wgsl`${slots.map(
      (slot) =>
        wgsl`${query(slot)}[c] = ${k.load4("q", ex`(${slot.at.row} * ${op.queryHeads}u + ${slot.query}) * ${keyQuads}u + c`)};`,
    )}`,
)}
${overTiles(
  s,
  k,
  wgsl`${slots.map((slot) => wgsl`${times(fours, (b) => wgsl`var ${score(slot, b)} = vec4f();`)}`)}
${scores(op, s, k, heads)}
${visibleKeys(op, fours, rows)}
${slots.map((slot) => soften(op, slot, fours, slot.at.visible))}
${scaled ? scaleWeights : wgsl``}
${k.upTo(
  "c",
  "value_quads",
  valueQuads,
  () => wgsl`${times(s.keys, (j) => wgsl`let value_${j} = ${value(j)};`)}
${slots.map((slot) => wgsl`${out(slot)}[c] = ${out(slot)}[c] * ${shrink(slot)} + ${weighed(slot)};`)}`,
)}`,
)}`;
}

function scores(op: CoreOp, s: PrefillSchedule, k: PrefillScope, heads: readonly Slot[]): Code {
  const quads = op.headDim / 4;
  const keys = keyRow(op);
  const readers = readersOf(op, heads).map(({ keyHead, slots }) => ({
    keyHead,
    slots: slots.flatMap((slot) => rowSlots(s, slot)),
  }));
  const local = (slot: Slot): Code => ident(`q_${slot.name}`);
  return wgsl`${k.upTo(
    "c",
    "key_quads",
    quads,
    () =>
      wgsl`${readers.map(
        ({
          keyHead,
          slots,
        }) => wgsl`${slots.map((slot) => wgsl`let ${local(slot)} = ${query(slot)}[c];`)}
${times(
  s.keys,
  (j) => wgsl`{
let key = ${k.load4("k", ex`(${tileRow(s.keys, ex`min(${j}u, end - tile - 1u)`)}) * ${keys.stride}u + ${keyHead} * ${quads}u + c`)};
${slots.map((slot) => wgsl`${score(slot, Math.floor(j / 4))}[${j % 4}] += dot(${local(slot)}, key);`)}
}`,
)}`,
      )}`,
  )}
${op.cache.scaled ? wgsl`${readers.map((reader) => scaledScores(op, s, k, reader))}` : wgsl``}`;
}

/** Subtracts λ · noise from one signal head and finishes it, row by row. */
function combine(op: CoreOp, s: PrefillSchedule, k: PrefillScope, head: Slot, i: number): Code {
  const noises = rowSlots(s, noiseSlot);
  return wgsl`${rowSlots(s, head).map((slot, r) => {
    const { row, place } = slot.at;
    const noiseRow = noises[r] ?? noiseSlot;
    const lambda = lambdaValue(op, k, { row, signal: ex`head_${i}.y`, noise: ex`cell.y` });
    const noise = op.hasNoise ? wgsl` - noise_factor * ${out(noiseRow)}[c]` : wgsl``;
    return wgsl`{
let signal_factor = ${inverse(slot)};
${op.hasNoise ? wgsl`let noise_factor = ${lambda} * ${inverse(noiseRow)};` : wgsl``}
${k.upTo("c", "value_quads", op.valueDim / 4, () => wgsl`${out(slot)}[c] = ${out(slot)}[c] * signal_factor${noise};`)}
${finishRow(op, k, ex`head_${i}.y`, { row, valid: ex`${place} < rows - row0`, quads: out(slot) })}
}`;
  })}`;
}

/** Leaves the unfinished softmax of some heads to `merge`: maximum, denominator and sums. */
function storeParts(
  op: CoreOp,
  s: PrefillSchedule,
  k: PrefillScope,
  chunk: number,
  heads: readonly Slot[],
): Code {
  return wgsl`${heads
    .flatMap((head) => rowSlots(s, head))
    .map(
      (slot) => wgsl`if (${slot.at.place} < rows - row0) {
let at = ${partAt(op, k, chunk, { row: slot.at.row, query: slot.query, part: ex`part` })};
${k.store4("partials", ex`at`, ex`vec4f(${maximum(slot)}, ${denominator(slot)}, 0.0, 0.0)`)}
${k.upTo("c", "value_quads", op.valueDim / 4, () => k.store4("partials", ex`at + 1u + c`, ex`${out(slot)}[c]`))}
}`,
    )}`;
}
