import type { Kernel } from "../kernel.js";
import { keyRow, scaleAt, valueRow } from "../pieces/cached.js";
import { rowLanes, type RowLanes } from "../pieces/row-lanes.js";
import { unlessUnknown } from "../pieces/unknown.js";
import { ex, ident, loop, times, wgsl, type Code } from "../text/code.js";
import { butterfly, shuffle } from "../text/subgroup.js";
import type { CoreOp } from "./core.js";
import {
  cellSlots,
  decodeFrame,
  decodeName,
  finishScores,
  keyOffset,
  keyOffsets,
  named,
  openChunk,
  ownRow,
  ownVisible,
  storePart,
  type DecodeSchedule,
  type DecodeScope,
  type DecodeTensor,
} from "./decode-frame.js";
import { openHeads } from "./queries.js";
import { unseen, type Slot } from "./softmax.js";

/** Quads that a round of a loop may read: software adapters run what is longer from memory. */
const mostLoads = 4;

/**
 * For subgroups: neighbouring lanes hold neighbouring channels of a row, queries as well as sums, so
 * that keys and values are read once and in order. A tile has a key for each lane, which keeps its
 * scores; the softmax is online.
 */
export const decode: Kernel<CoreOp, DecodeSchedule, DecodeTensor> = {
  ...decodeFrame,
  name: (op) => decodeName("decode", op),
  body(op, s, k) {
    const { share } = s;
    const { scaled } = op.cache;
    const slots = cellSlots(op);
    const keyLanes = rowLanes("key", op.headDim, share);
    const valueLanes = rowLanes("value", op.valueDim, share);
    const sums = valueLanes.columns.count;
    const tile = wgsl`let key = tile + lane;
${ownRow(k)}
let seen = ${ownVisible(op)};
${scores(op, k, slots, keyLanes)}
${slots.map((slot) => soften(slot, share.team, sums))}
${scaled ? wgsl`let value_scale = ${scaleAt(k, "v", valueRow(op), ex`row`, ex`0u`)};` : wgsl``}
${slots.map((slot) => {
  const weight = named("weight", slot);
  return scaled ? wgsl`let share_${ident(slot.name)} = ${weight} * value_scale;` : wgsl``;
})}
${addValues(op, k, slots, valueLanes)}`;
    return wgsl`${openChunk(op, s, k)}
${openHeads(op, op.signals, ex`0u`)}
${keyLanes.open}
${valueLanes.open}
${fetchQuery(op, k, slots, keyLanes)}
${slots.map(
  (slot) => wgsl`var ${named("max", slot)} = ${unseen};
var ${named("sum", slot)} = 0.0;
${times(sums, (c) => wgsl`var ${out(slot, c)} = vec4f();`)}`,
)}
${loop(
  { name: `${share.team} keys`, rounds: s.chunk / share.team },
  { counter: "tile", from: ex`begin`, to: ex`end`, by: ex`${share.team}u` },
  tile,
)}
${slots.map((slot) => {
  const all = times(sums, (c) => butterfly("sum", out(slot, c), valueLanes.across, share.team));
  return wgsl`${butterfly("sum", named("sum", slot), 1, share.team)}\n${all}`;
})}
${slots.map((slot) => {
  const [maximum, total] = [named("max", slot), named("sum", slot)];
  const found = { maximum, total, columns: valueLanes.columns };
  const only = valueLanes.across === share.team ? undefined : ex`lane < ${valueLanes.across}u`;
  return storePart(op, s, k, slot, found, only);
})}`;
  },
};

const out = (slot: Slot, c: number): Code => ident(`out_${slot.name}_${c}`);

/** This lane's channels of each query, zero past the last one. */
function fetchQuery(
  op: CoreOp,
  k: DecodeScope,
  slots: readonly Slot[],
  { columns: { count }, across, place }: RowLanes,
): Code {
  const quads = op.headDim / 4;
  const whole = count * across === quads;
  return wgsl`var query_quads = array<vec4f, ${slots.length * count}>();
${k.loop(
  "c",
  count,
  (c) =>
    wgsl`let quad = ${place} + ${c} * ${across}u;
${slots.map((slot, at) => {
  const from = whole ? ex`quad` : ex`min(quad, ${quads - 1}u)`;
  const value = k.load4(
    "q",
    ex`(first_row * ${op.queryHeads}u + ${slot.query}) * ${quads}u + ${from}`,
  );
  const own = whole ? value : ex`select(vec4f(), ${value}, quad < ${quads}u)`;
  return wgsl`query_quads[${at * count}u + ${c}] = ${own};`;
})}`,
)}`;
}

/** `score_…` of this lane's key for every head, `unseen` where the query does not see it. */
function scores(op: CoreOp, k: DecodeScope, slots: readonly Slot[], lanes: RowLanes): Code {
  const { across, place, first, columns } = lanes;
  const keys = keyRow(op);
  const offsets = keyOffsets(op, slots);
  const unroll = unrolled(columns.count * offsets.length, across);
  const key = (u: number, offset: number, c: number): Code => ident(`key_${u}_${offset + c}`);
  const each = times(
    unroll,
    (u) => wgsl`let key_row_${u} = ${shuffle(ex`row`, ex`${first} + j + ${u}u`)} * ${keys.stride}u;
${offsets.map(
  (offset) =>
    wgsl`${times(columns.count, (c) => {
      const at = ex`key_row_${u} + ${offset}u + ${columns.quad(c)}`;
      return wgsl`let ${key(u, offset, c)} = ${k.load4("k", at)};`;
    })}`,
)}`,
  );
  const sum = times(
    unroll,
    (u) =>
      wgsl`${slots.map((slot, at) => {
        const products = times(
          columns.count,
          (c) => ex`query_quads[${at * columns.count + c}] * ${key(u, keyOffset(op, slot), c)}`,
        );
        const dot = ident(`dot_${slot.name}`);
        return wgsl`{
var ${dot} = dot(${products.reduce((a, b) => ex`${a} + ${b}`)}, vec4f(1.0));
${butterfly("sum", dot, 1, across)}
${named("score", slot)} = select(${named("score", slot)}, ${dot}, ${place} == j + ${u}u);
}`;
      })}`,
  );
  return wgsl`${slots.map((slot) => wgsl`var ${named("score", slot)} = 0.0;`)}
${loop(
  { name: "key", rounds: across / unroll },
  {
    counter: "j",
    from: ex`0u`,
    to: k.uniform("key_lanes", across),
    by: ex`${unroll}u`,
  },
  wgsl`${each}\n${sum}`,
)}
${finishScores(op, k, slots)}`;
}

/** One tile of the online softmax: `weight_…` of this lane's key. */
function soften(slot: Slot, team: number, sums: number): Code {
  const [score, max, sum] = [named("score", slot), named("max", slot), named("sum", slot)];
  const [most, next, shrink] = [named("most", slot), named("next", slot), named("shrink", slot)];
  const weight = named("weight", slot);
  const magnitude = ex`(bitcast<u32>(${score}) & 0x7fffffffu)`;
  return wgsl`var ${most} = ${score};
${butterfly("max", most, 1, team)}
let ${next} = max(${max}, ${most});
let ${shrink} = exp2(${max} - ${next});
${max} = ${next};
let ${weight} = select(0.0, exp2(${score} - ${next}), seen);
${sum} = ${unlessUnknown(ex`${sum} * ${shrink} + ${weight}`, magnitude)};
${times(sums, (c) => wgsl`${out(slot, c)} *= ${shrink};`)}`;
}

/** Adds the weighed values of the tile's keys to this lane's channels. */
function addValues(op: CoreOp, k: DecodeScope, slots: readonly Slot[], lanes: RowLanes): Code {
  const { across, first, columns } = lanes;
  const unroll = unrolled(columns.count, across);
  const kind = op.cache.scaled ? "share" : "weight";
  const value = (u: number, c: number): Code => ident(`value_${u}_${c}`);
  const part = (slot: Slot, u: number): Code => ident(`part_${slot.name}_${u}`);
  const fetch = times(
    unroll,
    (u) => wgsl`let from_${u} = ${first} + j + ${u}u;
let value_row_${u} = ${shuffle(ex`row`, ex`from_${u}`)} * ${valueRow(op).stride}u;
${times(columns.count, (c) => wgsl`let ${value(u, c)} = ${k.load4("v", ex`value_row_${u} + ${columns.quad(c)}`)};`)}`,
  );
  const add = slots.map(
    (
      slot,
    ) => wgsl`${times(unroll, (u) => wgsl`let ${part(slot, u)} = ${shuffle(named(kind, slot), ex`from_${u}`)};`)}
${times(columns.count, (c) => {
  const products = times(unroll, (u) => ex`${part(slot, u)} * ${value(u, c)}`);
  return wgsl`${out(slot, c)} += ${products.reduce((a, b) => ex`${a} + ${b}`)};`;
})}`,
  );
  return loop(
    { name: "key", rounds: across / unroll },
    {
      counter: "j",
      from: ex`0u`,
      to: ex`min(${k.uniform("value_lanes", across)}, end - tile)`,
      by: ex`${unroll}u`,
    },
    wgsl`${fetch}\n${add}`,
  );
}

/** How many rows a lane reads in a round of a loop over `across` of them. */
function unrolled(loads: number, across: number): number {
  return [4, 2].find((rows) => rows * loads <= mostLoads && across % rows === 0) ?? 1;
}
