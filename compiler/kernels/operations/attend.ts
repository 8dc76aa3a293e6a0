import type { Size } from "../../../runtime/manifest.js";
import { keyRow, tileScales, valueRow } from "../pieces/cached.js";
import { columns } from "../pieces/columns.js";
import { openTileKeys, tileRow } from "../pieces/key-rows.js";
import { ex, ident, joined, loop, times, wgsl, type Code } from "../text/code.js";
import type { Exchange } from "../text/share.js";
import type { CoreOp } from "./core.js";
import type { PrefillSchedule, PrefillScope } from "./prefill-frame.js";
import { laneRow, visibleKeys } from "./queries.js";
import { noiseSlot, score, shrink, soften, startSoftmax, weight, type Slot } from "./softmax.js";

/** The quad of value channels that a lane holds of row r of the tile. */
export const sum = (slot: Slot, r: number, c: number): Code => ident(`out_${slot.name}_${r}_${c}`);

/** The online softmax of some heads over all visible keys of the tile. */
export function attend(
  op: CoreOp,
  s: PrefillSchedule,
  k: PrefillScope,
  slots: readonly Slot[],
): Code {
  const { share } = s;
  const fours = s.keys / 4;
  const held = laneRow(s, 0);
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
${slots.map((slot) => startSoftmax(op, k, slot, s.chunk))}
${slots.map((slot) => wgsl`${times(share.team, (r) => wgsl`${times(columnCount, (c) => wgsl`var ${sum(slot, r, c)} = vec4f();`)}`)}`)}
${overTiles(
  s,
  k,
  wgsl`let tile_end = min(${k.uniform("tile_size", s.keys)}, end - tile);
${give.declare}
${scores(op, s, k, readers, (slot, value) => give.set(ex`${slots.indexOf(slot) * s.keys}u + j`, value))}
${handedScores}
${scaled ? wgsl`${readers.map((reader) => scaledScores(op, s, k, reader))}` : wgsl``}
${visibleKeys(op, fours, [held])}
${slots.map((slot) => soften(op, slot, fours, held.visible))}
${scaled ? tileScales(k, share, "value_scale", "v", valueRow(op), { keys: s.keys, head: ex`0u` }) : wgsl``}
${handOver}
${give.publish}
${shrinkSums}
${times(Math.ceil(columnCount / s.slice), (n) => addValues(op, s, k, slots, give, n * s.slice))}`,
)}`;
}

/** Over the keys that the rows of the tile see, some at a time. */
export function overTiles(s: PrefillSchedule, k: PrefillScope, body: Code): Code {
  const rounds: Size = ["ceilDiv", "seen", s.keys];
  const bounds = { counter: "tile", from: ex`begin`, to: ex`end`, by: ex`${s.keys}u` };
  const based = wgsl`${openTileKeys(k, s.keys)}\n${body}`;
  return loop({ name: `${s.keys} keys`, rounds }, bounds, based);
}

/** Brings this lane's row of each head into private memory, from where the scores read it. */
function fetchQueries(op: CoreOp, k: PrefillScope, slots: readonly Slot[]): Code {
  const quads = op.headDim / 4;
  return wgsl`var query_quads = array<vec4f, ${slots.length * quads}>();
${k.upTo(
  "c",
  "key_quads",
  quads,
  (c) =>
    wgsl`${slots.map((slot, at) => {
      const value = k.load4(
        "q",
        ex`(row_0 * ${op.queryHeads}u + ${slot.query}) * ${quads}u + ${c}`,
      );
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
  k: PrefillScope,
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
  k: PrefillScope,
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
  k: PrefillScope,
  { keyHead, slots }: Reader,
): Code {
  return wgsl`{
${tileScales(k, s.share, "key_scale", "k", keyRow(op), { keys: s.keys, head: keyHead })}
${slots.map((slot) => wgsl`${times(s.keys / 4, (b) => wgsl`${score(slot, b)} *= key_scale_${b};`)}`)}
}`;
}
