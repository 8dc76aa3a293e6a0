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
  type PrefillSchedule,
  type PrefillScope,
  type PrefillTensor,
} from "./prefill-frame.js";
import { openHeads, openTile, visibleKeys } from "./queries.js";
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
 * Lanes are rows throughout, each with its whole output in private memory: nothing is handed over,
 * no barrier is met, and bodies stay small. For adapters without subgroups.
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
${chunk === undefined ? wgsl`${signals.map((slot, i) => combine(op, k, slot, i))}` : storeParts(op, k, chunk, held)}`;
    return wgsl`${openTile(op, k, s)}
${op.hasNoise && !together ? wgsl`${attend(op, s, k, [noiseSlot])}\n${chunk === undefined ? wgsl`` : storeParts(op, k, chunk, [noiseSlot])}` : wgsl``}
${k.loop("batch", op.signals / s.held, (b) => batch(ex`${b} * ${s.held}u`))}`;
  },
};

/** The row's quads of value channels. */
const out = (slot: Slot): Code => ident(`out_${slot.name}`);

function attend(op: CoreOp, s: PrefillSchedule, k: PrefillScope, slots: readonly Slot[]): Code {
  const fours = s.keys / 4;
  const valueQuads = op.valueDim / 4;
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
${slots.map((slot) => wgsl`var ${out(slot)} = array<vec4f, ${valueQuads}>();`)}
${overTiles(
  s,
  k,
  wgsl`${slots.map((slot) => wgsl`${times(fours, (b) => wgsl`var ${score(slot, b)} = vec4f();`)}`)}
${scores(op, s, k, slots)}
${visibleKeys(op, fours)}
${slots.map((slot) => soften(op, slot, fours))}
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

function scores(op: CoreOp, s: PrefillSchedule, k: PrefillScope, slots: readonly Slot[]): Code {
  const quads = op.headDim / 4;
  const keys = keyRow(op);
  const query = (slot: Slot): Code => ident(`q_${slot.name}`);
  const readers = readersOf(op, slots);
  return wgsl`${k.upTo(
    "c",
    "key_quads",
    quads,
    () => wgsl`${slots.map((slot) => wgsl`let ${query(slot)} = ${k.load4("q", ex`(row * ${op.queryHeads}u + ${slot.query}) * ${quads}u + c`)};`)}
${readers.map(
  ({ keyHead, slots: reading }) =>
    wgsl`${times(
      s.keys,
      (j) => wgsl`{
let key = ${k.load4("k", ex`(${tileRow(s.keys, ex`min(${j}u, end - tile - 1u)`)}) * ${keys.stride}u + ${keyHead} * ${quads}u + c`)};
${reading.map((slot) => wgsl`${score(slot, Math.floor(j / 4))}[${j % 4}] += dot(${query(slot)}, key);`)}
}`,
    )}`,
)}`,
  )}
${op.cache.scaled ? wgsl`${readers.map((reader) => scaledScores(op, s, k, reader))}` : wgsl``}`;
}

/** Subtracts λ · noise from one signal head and finishes it. */
function combine(op: CoreOp, k: PrefillScope, slot: Slot, i: number): Code {
  const lambda = lambdaValue(op, k, { row: ex`row`, signal: ex`head_${i}.y`, noise: ex`cell.y` });
  const noise = op.hasNoise ? wgsl` - noise_factor * ${out(noiseSlot)}[c]` : wgsl``;
  return wgsl`{
let signal_factor = ${inverse(slot)};
${op.hasNoise ? wgsl`let noise_factor = ${lambda} * ${inverse(noiseSlot)};` : wgsl``}
${k.upTo("c", "value_quads", op.valueDim / 4, () => wgsl`${out(slot)}[c] = ${out(slot)}[c] * signal_factor${noise};`)}
${finishRow(op, k, ex`head_${i}.y`, { row: ex`row`, valid: ex`lane < rows - row0`, quads: out(slot) })}
}`;
}

/** Leaves the unfinished softmax of some heads to `merge`: maximum, denominator and sums. */
function storeParts(op: CoreOp, k: PrefillScope, chunk: number, slots: readonly Slot[]): Code {
  return wgsl`if (lane < rows - row0) {
${slots.map(
  (slot) => wgsl`{
let at = ${partAt(op, k, chunk, { row: ex`row`, query: slot.query, part: ex`part` })};
${k.store4("partials", ex`at`, ex`vec4f(${maximum(slot)}, ${denominator(slot)}, 0.0, 0.0)`)}
${k.upTo("c", "value_quads", op.valueDim / 4, () => k.store4("partials", ex`at + 1u + c`, ex`${out(slot)}[c]`))}
}`,
)}
}`;
}
