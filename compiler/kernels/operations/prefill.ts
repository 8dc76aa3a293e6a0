import type { Size } from "../../../runtime/manifest.js";
import type { Kernel } from "../kernel.js";
import { keyRow, tileScales, valueRow } from "../pieces/cached.js";
import { columns } from "../pieces/columns.js";
import {
  finishColumns,
  finishTensors,
  finishVectors,
  type FinishTensor,
} from "../pieces/finish.js";
import { openTileKeys, tileRow } from "../pieces/key-rows.js";
import { lambdaValue } from "../pieces/lambda.js";
import { ex, ident, joined, loop, times, wgsl, type Code } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import { teamUniform, type Exchange, type Share } from "../text/share.js";
import type { CoreOp } from "./core.js";
import { openHeads, openTile, signalHead, visibleKeys } from "./queries.js";
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
  /** Keys of a tile, a multiple of 4 that divides `blockKeys` or is a multiple of it. */
  readonly keys: number;
  /**
   * Signal heads held at once. All of them: the noise head joins, and one pass over the keys
   * serves the whole cell. Fewer: the noise map is made first and kept, then the signal heads
   * follow in batches of this size; with subgroups one of several is a loop over all heads, the
   * noise head first. Divides the signal heads of a cell.
   */
  readonly held: number;
  /** Keys whose values are added in one round. */
  readonly unroll: number;
  /** Columns of a lane in one loop over the values. */
  readonly slice: number;
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
 * Lanes are rows for the scores and hold value channels of all rows for the products with V. Two
 * loops go over the keys of a tile: one makes the scores from queries that lie in private memory,
 * one adds the values. Drivers of CPUs run a loop well that fits their instruction cache, pay for
 * every load as for forty multiply-adds, and for every variable that a loop carries. For subgroups.
 */
export const prefill: Kernel<CoreOp, PrefillSchedule, PrefillTensor> = {
  ...prefillFrame,
  name: (op, s) => `prefill_${op.headDim}x${op.valueDim}_${op.signals}_${s.held}_${op.cache.name}`,
  body(op, s, k) {
    const open = openTile(op, k, s.share.team);
    if (op.hasNoise && s.held === 1 && op.signals > 1)
      return wgsl`${open}\n${headByHead(op, s, k)}`;
    const together = s.held === op.signals;
    const signals = signalSlots(s.held);
    const batch = (first: Code): Code => wgsl`${openHeads(op, s.held, first)}
${attend(op, s, k, op.hasNoise && together ? [...signals, noiseSlot] : signals)}
${op.hasNoise && together ? wgsl`${openNoise(op, s)}\n${keepNoise(op, s, noiseSlot)}` : wgsl``}
${combine(op, s, k, signals, first)}`;
    const noise = wgsl`${attend(op, s, k, [noiseSlot])}\n${openNoise(op, s)}\n${keepNoise(op, s, noiseSlot)}`;
    return wgsl`${open}
${op.hasNoise && !together ? noise : wgsl``}
${k.loop("batch", op.signals / s.held, (b) => batch(ex`${b} * ${s.held}u`))}`;
  },
};

/** One head at a time, the noise head first: a body of one head alone, which compiles soonest. */
function headByHead(op: CoreOp, s: PrefillSchedule, k: K): Code {
  const slot: Slot = { name: "head", query: ex`query_head`, keyHead: ex`key_head` };
  return wgsl`${openNoise(op, s)}
${k.loop("turn", op.signals + 1, (turn) => {
  const first = ex`max(${turn}, 1u) - 1u`;
  return wgsl`${openHeads(op, 1, first)}
let query_head = select(head_0.x, cell.x, ${turn} == 0u);
let key_head = ${op.ownKeys ? ex`select(0u, 1u, ${turn} == 0u)` : ex`0u`};
${attend(op, s, k, [slot])}
if (${turn} == 0u) {
${keepNoise(op, s, slot)}
} else {
${combine(op, s, k, [slot], first)}
}`;
})}`;
}

/** The quad of value channels that a lane holds of row r of the tile. */
const sum = (slot: Slot, r: number, c: number): Code => ident(`out_${slot.name}_${r}_${c}`);

/** The online softmax of some heads over all visible keys of the tile. */
function attend(op: CoreOp, s: PrefillSchedule, k: K, slots: readonly Slot[]): Code {
  if (slots.length === 0) return wgsl``;
  const { share } = s;
  const fours = s.keys / 4;
  const { count: columnCount } = columns(op.valueDim, share);
  const give = share.exchange("give", slots.length * (s.keys + 1));
  const shrinkAt = (at: number): number => slots.length * s.keys + at;
  const { scaled } = op.cache;
  const readers = readersOf(op, slots);

  const handedScores = slots.map(
    (slot, at) =>
      wgsl`${times(fours, (b) => {
        const four = times(4, (i) => give.own(at * s.keys + 4 * b + i));
        return wgsl`var ${score(slot, b)} = vec4f(${joined(four, ", ")});`;
      })}`,
  );
  const handOver = slots.map(
    (slot, at) => wgsl`${times(s.keys, (j) => {
      const b = Math.floor(j / 4);
      const part = ex`${weight(slot, b)}[${j % 4}]`;
      return give.set(at * s.keys + j, scaled ? ex`${part} * value_scale_${b}[${j % 4}]` : part);
    })}
${give.set(shrinkAt(at), shrink(slot))}`,
  );
  const shrinkSums = slots.map(
    (slot, at) =>
      wgsl`${times(share.team, (r) => {
        const factor = ident(`shrink_${slot.name}_${r}`);
        return wgsl`let ${factor} = ${give.at(r, shrinkAt(at))};
${times(columnCount, (c) => wgsl`${sum(slot, r, c)} *= ${factor};`)}`;
      })}`,
  );
  return wgsl`${fetchQueries(op, k, slots)}
${slots.map((slot) => startSoftmax(op, k, slot))}
${slots.map((slot) => wgsl`${times(share.team, (r) => wgsl`${times(columnCount, (c) => wgsl`var ${sum(slot, r, c)} = vec4f();`)}`)}`)}
${overTiles(
  s,
  k,
  wgsl`let tile_end = min(${k.uniform("tile_size", s.keys)}, end - tile);
${give.declare}
${scores(op, s, k, readers, (slot, value) => give.set(ex`${slots.indexOf(slot) * s.keys}u + j`, value))}
${handedScores}
${scaled ? wgsl`${readers.map((reader) => scaledScores(op, s, k, reader))}` : wgsl``}
${visibleKeys(op, fours)}
${slots.map((slot) => soften(op, slot, fours))}
${scaled ? tileScales(k, share, "value_scale", "v", valueRow(op), { keys: s.keys, head: ex`0u` }) : wgsl``}
${handOver}
${give.publish}
${shrinkSums}
${times(Math.ceil(columnCount / s.slice), (n) => addValues(op, s, k, slots, give, n * s.slice))}`,
)}`;
}

/** Over the keys that the rows of the tile see, some at a time. */
export function overTiles(s: PrefillSchedule, k: K, body: Code): Code {
  const rounds: Size = ["ceilDiv", "seen", s.keys];
  const bounds = { counter: "tile", from: ex`begin`, to: ex`end`, by: ex`${s.keys}u` };
  const based = wgsl`${openTileKeys(k, s.keys)}\n${body}`;
  return loop({ name: `${s.keys} keys`, rounds }, bounds, based);
}

/** Brings this lane's row of each head into private memory, from where the scores read it. */
function fetchQueries(op: CoreOp, k: K, slots: readonly Slot[]): Code {
  const quads = op.headDim / 4;
  return wgsl`var query_quads = array<vec4f, ${slots.length * quads}>();
${k.loop(
  "c",
  quads,
  (c) =>
    wgsl`${slots.map((slot, at) => {
      const value = k.load4("q", ex`(row * ${op.queryHeads}u + ${slot.query}) * ${quads}u + ${c}`);
      return wgsl`query_quads[${at * quads}u + ${c}] = ${value};`;
    })}`,
)}`;
}

/** Heads that read the same key of a row: the signal key, or the noise key where it is another. */
interface Reader {
  readonly keyHead: Code;
  readonly slots: readonly Slot[];
}

export function readersOf(op: CoreOp, slots: readonly Slot[]): readonly Reader[] {
  const noise = slots.filter((slot) => op.ownKeys && slot === noiseSlot);
  const others = slots.filter((slot) => !noise.includes(slot));
  return [others, noise].flatMap((reading) => {
    const [slot] = reading;
    return slot ? [{ keyHead: op.ownKeys ? slot.keyHead : ex`0u`, slots: reading }] : [];
  });
}

/** q·k of this lane's row with every key of the tile; each key is fetched once a team. */
function scores(
  op: CoreOp,
  s: PrefillSchedule,
  k: K,
  readers: readonly Reader[],
  keep: (slot: Slot, value: Code) => Code,
): Code {
  const quads = op.headDim / 4;
  const dot = (slot: Slot): Code => ident(`dot_${slot.name}`);
  const keys = readers.map(({ keyHead }, n) =>
    s.share.spread(`key_${n}`, quads, (i) =>
      k.load4("k", ex`key_row + ${keyHead} * ${quads}u + ${i}`),
    ),
  );
  const slots = readers.flatMap((reader) => reader.slots);
  const product = (slot: Slot, c: number): Code =>
    wgsl`${dot(slot)} += query_quads[${slots.indexOf(slot) * quads + c}] * key;`;
  return loop(
    { name: "key", rounds: s.keys },
    { counter: "j", from: ex`0u`, to: ex`tile_end` },
    wgsl`let key_row = (${tileRow(s.keys, ex`j`)}) * ${keyRow(op).stride}u;
${keys.map((key) => key.setup)}
${slots.map((slot) => wgsl`var ${dot(slot)} = vec4f();`)}
${times(
  quads,
  (c) =>
    wgsl`${readers.map(
      (reader, n) => wgsl`{
let key = ${keys[n]?.at(c) ?? ex`vec4f()`};
${reader.slots.map((slot) => product(slot, c))}
}`,
    )}`,
)}
${slots.map((slot) => keep(slot, ex`dot(${dot(slot)}, vec4f(1.0))`))}`,
  );
}

/** Adds the weighed values of the tile's keys to `slice` columns from the given one on. */
function addValues(
  op: CoreOp,
  s: PrefillSchedule,
  k: K,
  slots: readonly Slot[],
  give: Exchange,
  from: number,
): Code {
  const { share, unroll } = s;
  const spread = columns(op.valueDim, share);
  const held = Array.from({ length: Math.min(s.slice, spread.count - from) }, (_, i) => from + i);
  const value = (u: number, c: number): Code => ident(`value_${u}_${c}`);
  const part = (slot: Slot, u: number): Code => ident(`part_${slot.name}_${u}`);
  const fetch = times(unroll, (u) => {
    const row = tileRow(s.keys, u === 0 ? ex`j` : ex`min(j + ${u}u, end - tile - 1u)`);
    const at = (c: number): Code => ex`value_row_${u} + ${spread.quad(c)}`;
    return wgsl`let value_row_${u} = ${row} * ${valueRow(op).stride}u;
${held.map((c) => wgsl`let ${value(u, c)} = ${k.load4("v", at(c))};`)}`;
  });
  const add = slots.map(
    (slot, at) =>
      wgsl`${times(
        share.team,
        (r) => wgsl`{
${times(unroll, (u) => wgsl`let ${part(slot, u)} = ${give.at(r, ex`${at * s.keys + u}u + j`)};`)}
${held.map((c) => wgsl`${sum(slot, r, c)} += ${plus(times(unroll, (u) => ex`${part(slot, u)} * ${value(u, c)}`))};`)}
}`,
      )}`,
  );
  return loop(
    { name: "key", rounds: ["ceilDiv", s.keys, unroll] },
    { counter: "j", from: ex`0u`, to: ex`tile_end`, by: ex`${unroll}u` },
    wgsl`${fetch}\n${add}`,
  );
}

const plus = (terms: readonly Code[]): Code => terms.reduce((a, b) => ex`${a} + ${b}`);

/** Multiplies the scores by the scales of the keys that made them. */
export function scaledScores(
  op: CoreOp,
  s: PrefillSchedule,
  k: K,
  { keyHead, slots }: Reader,
): Code {
  return wgsl`{
${tileScales(k, s.share, "key_scale", "k", keyRow(op), { keys: s.keys, head: keyHead })}
${slots.map((slot) => wgsl`${times(s.keys / 4, (b) => wgsl`${score(slot, b)} *= key_scale_${b};`)}`)}
}`;
}

/** The sums of some heads in one array, so that the end of the kernel is written once. */
function gathered(op: CoreOp, { share }: PrefillSchedule, slots: readonly Slot[]): Code {
  const { count } = columns(op.valueDim, share);
  const all = slots.flatMap((slot) =>
    times(share.team, (r) =>
      joined(
        times(count, (c) => sum(slot, r, c)),
        ", ",
      ),
    ),
  );
  return wgsl`array<vec4f, ${all.length * count}>(${joined(all, ", ")})`;
}

/** Where the noise map's output is kept while the signal heads follow. */
function openNoise(op: CoreOp, { share }: PrefillSchedule): Code {
  const size = share.team * columns(op.valueDim, share).count;
  return wgsl`var noise_sums = array<vec4f, ${size}>();\nvar inverse_noise = 0.0;`;
}

function keepNoise(op: CoreOp, s: PrefillSchedule, slot: Slot): Code {
  return wgsl`noise_sums = ${gathered(op, s, [slot])};\ninverse_noise = ${inverse(slot)};`;
}

/** Subtracts λ · noise and finishes every signal head that is held, row by row. */
function combine(
  op: CoreOp,
  s: PrefillSchedule,
  k: K,
  signals: readonly Slot[],
  first: Code,
): Code {
  const { share, held } = s;
  const { count } = columns(op.valueDim, share);
  const give = share.exchange("factor", 2 * held);
  const factors = signals.map((slot, i) => {
    const signal = ex`head_${i}.y`;
    const lambda = lambdaValue(op, k, { row: ex`row`, signal, noise: ex`cell.y` });
    return wgsl`${give.set(i, inverse(slot))}
${op.hasNoise ? give.set(held + i, ex`${lambda} * inverse_noise`) : wgsl``}`;
  });
  const value = (c: number): Code => {
    const signal = ex`sums[(i * ${share.team}u + r) * ${count}u + ${c}u] * signal_factor`;
    return op.hasNoise ? ex`${signal} - noise_sums[r * ${count}u + ${c}u] * noise_factor` : signal;
  };
  const row = {
    row: ex`first_row + row0 + r`,
    valid: ex`row0 + r < rows`,
    value: (c: number): Code => ident(`head_${c}`),
  };
  const finish = wgsl`let signal_factor = ${give.at(ex`r`, ex`i`)};
${op.hasNoise ? wgsl`let noise_factor = ${give.at(ex`r`, ex`${held}u + i`)};` : wgsl``}
${times(count, (c) => wgsl`let ${row.value(c)} = ${value(c)};`)}
${finishColumns(op, k, share, ex`signal`, row)}`;
  return wgsl`var sums = ${gathered(op, s, signals)};
${give.declare}
${factors}
${give.publish}
${finishVectors(op, k, share)}
${k.upTo(
  "i",
  "held",
  held,
  () => wgsl`let signal = ${signalHead(op, ex`${first} + i`)}.y;
${k.upTo("r", teamUniform, share.team, () => finish)}`,
)}`;
}
