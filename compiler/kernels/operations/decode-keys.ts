import type { Kernel } from "../kernel.js";
import { keyRow, scaleAt, valueRow } from "../pieces/cached.js";
import { columns } from "../pieces/columns.js";
import { blockKeys, keyBase } from "../pieces/key-rows.js";
import { unlessUnknown } from "../pieces/unknown.js";
import { ex, ident, loop, times, wgsl, type Code } from "../text/code.js";
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

/**
 * Lanes are keys for the scores and value channels for the products with V; between them weights go
 * through memory. For adapters without subgroups.
 */
export const decodeKeys: Kernel<CoreOp, DecodeSchedule, DecodeTensor> = {
  ...decodeFrame,
  name: (op) => decodeName("decode_keys", op),
  body(op, s, k) {
    const { share } = s;
    const { scaled } = op.cache;
    const slots = cellSlots(op);
    const each = s.chunk / share.team;
    const give = share.exchange("give", slots.length * each);
    const at = (slot: Slot): Code => ex`${slots.indexOf(slot) * each}u + i`;
    const spread = columns(op.valueDim, share);
    k.uniform("rounds", each);
    const overKeys = (body: Code): Code => k.upTo("i", "rounds", each, () => body);
    const maxima = share.reduce(
      "most",
      "max",
      slots.map((slot) => named("max", slot)),
    );
    const totals = share.reduce(
      "total",
      "sum",
      slots.map((slot) => named("sum", slot)),
    );
    const tileKeys = Math.min(blockKeys, share.team);
    const value = (c: number): Code =>
      k.load4("v", ex`(base + tile + j) * ${valueRow(op).stride}u + ${spread.quad(c)}`);
    return wgsl`${openChunk(op, s, k)}
${openHeads(op, op.signals, ex`0u`)}
${give.declare}
${slots.map((slot) => wgsl`var ${named("max", slot)} = ${unseen};`)}
${overKeys(wgsl`let key = begin + i * ${share.team}u + lane;
${scores(op, s, k, slots)}
${slots.map(
  (slot) => wgsl`${named("max", slot)} = max(${named("max", slot)}, ${named("score", slot)});
${give.set(at(slot), named("score", slot))}`,
)}`)}
${maxima.setup}
${slots.map((slot) => wgsl`var ${named("sum", slot)} = 0.0;`)}
${overKeys(wgsl`let key = begin + i * ${share.team}u + lane;
let seen = ${ownVisible(op)};
${scaled ? wgsl`${ownRow(k)}\nlet value_scale = ${scaleAt(k, "v", valueRow(op), ex`row`, ex`0u`)};` : wgsl``}
${slots.map((slot, n) => {
  const most = maxima.values[n] ?? ex`0.0`;
  const magnitude = ex`(bitcast<u32>(${give.own(at(slot))}) & 0x7fffffffu)`;
  const sum = ex`${named("sum", slot)} + ${named("weight", slot)}`;
  return wgsl`let ${named("weight", slot)} = select(0.0, exp2(${give.own(at(slot))} - ${most}), seen);
${named("sum", slot)} = ${unlessUnknown(sum, magnitude)};
${give.set(at(slot), scaled ? ex`${named("weight", slot)} * value_scale` : named("weight", slot))}`;
})}`)}
${give.publish}
${totals.setup}
${slots.map((slot) => wgsl`${times(spread.count, (c) => wgsl`var ${named("out", slot)}_${c} = vec4f();`)}`)}
${loop(
  { name: `${tileKeys} keys`, rounds: s.chunk / tileKeys },
  { counter: "tile", from: ex`begin`, to: ex`end`, by: ex`${tileKeys}u` },
  wgsl`let base = ${keyBase(k, ex`tile`)};
let i = (tile - begin) / ${share.team}u;
let lane_0 = (tile - begin) % ${share.team}u;
${loop(
  { name: "key", rounds: tileKeys },
  { counter: "j", from: ex`0u`, to: ex`min(${k.uniform("tile_size", tileKeys)}, end - tile)` },
  wgsl`${times(spread.count, (c) => wgsl`let value_${c} = ${value(c)};`)}
${slots.map(
  (slot) => wgsl`let weight_${ident(slot.name)} = ${give.at(ex`lane_0 + j`, at(slot))};
${times(spread.count, (c) => wgsl`${named("out", slot)}_${c} += weight_${ident(slot.name)} * value_${c};`)}`,
)}`,
)}`,
)}
${slots.map((slot, n) => {
  const [maximum, total] = [maxima.values[n] ?? ex`0.0`, totals.values[n] ?? ex`0.0`];
  return storePart(op, s, k, slot, { maximum, total, columns: spread });
})}`;
  },
};

/** `score_…` of this lane's key for every head, `unseen` where the query does not see it. */
function scores(op: CoreOp, s: DecodeSchedule, k: DecodeScope, slots: readonly Slot[]): Code {
  const quads = op.headDim / 4;
  const keys = keyRow(op);
  const offsets = keyOffsets(op, slots);
  const q = s.share.spread("q", slots.length, (i) =>
    k.load4("q", ex`(first_row * ${op.queryHeads}u + ${chosen(slots, i)}) * ${quads}u + c`),
  );
  return wgsl`${ownRow(k)}
let seen = ${ownVisible(op)};
${slots.map((slot) => wgsl`var ${named("score", slot)} = 0.0;`)}
${k.upTo(
  "c",
  "key_quads",
  quads,
  () => wgsl`${q.setup}
${offsets.map((from) => wgsl`let key_${from} = ${k.load4("k", ex`row * ${keys.stride}u + ${from}u + c`)};`)}
${slots.map((slot, n) => wgsl`${named("score", slot)} += dot(${q.at(n)}, key_${keyOffset(op, slot)});`)}`,
)}
${finishScores(op, k, slots)}`;
}

/** The query head of slot i, for a lane that fetches on behalf of all. */
function chosen(slots: readonly Slot[], i: Code): Code {
  return slots
    .map((slot) => slot.query)
    .reduce((query, next, n) => ex`select(${query}, ${next}, ${i} == ${n}u)`);
}
