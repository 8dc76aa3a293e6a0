import { lambdaValue } from "../pieces/lambda.js";
import { columns, finish, finishTensors, type FinishTensor } from "../pieces/finish.js";
import { maskPiece } from "../pieces/mask.js";
import { scoreLog2 } from "../pieces/score.js";
import type { Kernel } from "../kernel.js";
import { because, ex, f32, ident, joined, times, wgsl, type Code } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import type { Share } from "../text/share.js";
import { cellTable, type CoreOp } from "./core.js";
import { sequence } from "./sequence.js";

/**
 * The fused core for many queries: a workgroup takes as many rows of one sequence as its team has
 * lanes, and the heads of one cell. For the scores a lane is a row, for the products with V it
 * holds value channels of all rows; scores are handed over in between. Both softmaxes are online.
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

type PrefillTensor = "q" | "k" | "v" | "sequences" | "lambda" | FinishTensor;
type K = Scope<PrefillTensor>;

/** A query head held by the kernel. */
interface Slot {
  readonly name: string;
  /** Its place among the query heads. */
  readonly query: Code;
  readonly noise: boolean;
}

export const prefill: Kernel<CoreOp, PrefillSchedule, PrefillTensor> = {
  name: (op, s) => `prefill_${op.headDim}x${op.valueDim}_${op.signals}_${s.held}_${op.cache.name}`,
  tensors: (op) => ({
    q: { mode: "read", format: formats.f32 },
    k: { mode: "read", format: op.cache },
    v: { mode: "read", format: op.cache },
    sequences: { mode: "read", format: "u32" },
    ...(op.lambda?.value.kind === "sigmoid"
      ? { lambda: { mode: "read", format: formats.f32, scalars: true } }
      : {}),
    ...finishTensors(op),
  }),
  grid: (op, s) => [["ceilDiv", "most_rows", s.share.team], op.cells.length, "sequences"],
  body(op, s, k) {
    const table = cellTable(op);
    const mask = maskPiece(op.mask);
    const noise: Slot = { name: "noise", query: ex`cell.x`, noise: true };
    const signals = times(s.held, () => wgsl``).map(
      (_, i): Slot => ({ name: `signal_${i}`, query: ex`head_${i}.x`, noise: false }),
    );
    const together = s.held === op.signals;
    const batch = (first: Code): Code => wgsl`${times(
      s.held,
      (i) => wgsl`let head_${i} = ${table.signals}[${ex`y * ${op.signals}u + ${first} + ${i}u`}];`,
    )}
${attend(op, s, k, op.hasNoise && together ? [...signals, noise] : signals)}
${combine(op, s, k, signals, together)}`;
    const queries = {
      first: ex`query0`,
      last: ex`query0 + min(${s.share.team}u, rows - row0) - 1u`,
      keys: ex`keys`,
      prefix: ex`prefix`,
    };
    return wgsl`${sequence(k, ex`z`)}
let row0 = x * ${s.share.team}u;
let cell = ${table.cells}[y];
let unit = slot * ${op.pairs}u + cell.z;
if ((row0 >= rows) | (unit < ${k.uniform("segment_first")}) | (unit >= ${k.uniform("segment_first")} + ${k.uniform("segment_count")})) {
return;
}
let base = (unit - ${k.uniform("segment_first")}) * ${k.uniform("capacity")};
let query0 = position + row0;
let query = query0 + lane;
let row = first_row + row0 + min(lane, rows - row0 - 1u);
let begin = ${because(op.mask, mask.begin(queries))};
let end = ${because(op.mask, mask.end(queries))};
${op.hasNoise && !together ? wgsl`${attend(op, s, k, [noise])}\n${keepNoise(op, s)}` : wgsl``}
${together ? batch(ex`0u`) : k.loop("batch", op.signals / s.held, (b) => batch(ex`${b} * ${s.held}u`))}`;
  },
};

/** The online softmax of some heads over all visible keys of the tile. */
function attend(op: CoreOp, s: PrefillSchedule, k: K, slots: readonly Slot[]): Code {
  const { share } = s;
  const mask = maskPiece(op.mask);
  const quads = op.headDim / 4;
  const keyRow = (op.ownKeys ? 2 : 1) * quads;
  const valueQuads = op.valueDim / 4;
  const fours = s.keys / 4;
  const spread = columns(op.valueDim, share);
  const stride = s.keys + 1;
  const give = share.exchange("give", slots.length * stride);
  const score = (slot: Slot, b: number): Code => ident(`score_${slot.name}_${b}`);
  const sum = (slot: Slot, r: number, c: number): Code => ident(`sum_${slot.name}_${r}_${c}`);
  const quad4 = ident("vec4f");

  const keyTile = (name: string, offset: number): ReturnType<Share["spread"]> =>
    share.spread(name, quad4, s.keys, (i) =>
      k.load4("k", ex`(base + min(tile + ${i}, end - 1u)) * ${keyRow}u + ${offset}u + c`),
    );
  const own = keyTile("own", 0);
  const other = keyTile("other", quads);
  const usesOther = op.ownKeys && slots.some((slot) => slot.noise);
  const usesOwn = !op.ownKeys || slots.some((slot) => !slot.noise);

  const scores = k.loop(
    "c",
    quads,
    (c) => wgsl`let c = ${c};
${usesOwn ? own.setup : wgsl``}
${usesOther ? other.setup : wgsl``}
${slots.map((slot) => {
  const tile = slot.noise && op.ownKeys ? other : own;
  const q = ident(`q_${slot.name}`);
  const dots = (b: number): Code =>
    joined(
      times(4, (i) => ex`dot(${q}, ${tile.at(b * 4 + i)})`),
      ", ",
    );
  return wgsl`let ${q} = ${k.load4("q", ex`(row * ${op.queryHeads}u + ${slot.query}) * ${quads}u + c`)};
${times(fours, (b) => wgsl`${score(slot, b)} += vec4f(${dots(b)});`)}`;
})}`,
  );

  const soften = (slot: Slot, at: number): Code => {
    const m = ident(`m_${slot.name}`);
    const l = ident(`l_${slot.name}`);
    const next = ident(`next_${slot.name}`);
    const most = times(fours, (b) => score(slot, b)).reduce((a, b) => ex`max(${a}, ${b})`);
    return wgsl`${times(fours, (b) => {
      const value = scoreLog2(score(slot, b), op.scale, op.softcap);
      return wgsl`${score(slot, b)} = select(vec4f(-1e30), ${value}, visible_${b});`;
    })}
let most_${ident(slot.name)} = ${most};
let ${next} = max(${m}, max(max(most_${ident(slot.name)}.x, most_${ident(slot.name)}.y), max(most_${ident(slot.name)}.z, most_${ident(slot.name)}.w)));
let shrink_${ident(slot.name)} = exp2(${m} - ${next});
${m} = ${next};
var total_${ident(slot.name)} = vec4f();
${times(fours, (b) => {
  const weight = ident(`weight_${slot.name}_${b}`);
  return wgsl`let ${weight} = select(vec4f(), exp2(${score(slot, b)} - vec4f(${next})), visible_${b});
total_${ident(slot.name)} += ${weight};
${["x", "y", "z", "w"].map((lane, i) => give.set(at * stride + b * 4 + i, ex`${weight}.${ident(lane)}`))}`;
})}
${l} = ${l} * shrink_${ident(slot.name)} + dot(total_${ident(slot.name)}, vec4f(1.0));
${give.set(at * stride + s.keys, ex`shrink_${ident(slot.name)}`)}`;
  };

  const accumulate = wgsl`${slots.map((slot, at) =>
    wgsl`${times(share.team, (r) => {
      const shrink = ident(`shrink_${slot.name}_${r}`);
      return wgsl`let ${shrink} = ${give.at(r, at * stride + s.keys)};
${times(spread.count, (c) => wgsl`${sum(slot, r, c)} *= ${shrink};`)}`;
    })}`,
  )}
for (var j = 0u; j < min(${k.uniform("tile_keys", s.keys)}, end - tile); j++) {
${times(spread.count, (c) => wgsl`let value_${c} = ${k.load4("v", ex`(base + tile + j) * ${valueQuads}u + ${spread.quad(c)}`)};`)}
${slots.map((slot, at) =>
  wgsl`${times(share.team, (r) => {
    const weight = ident(`weight_${slot.name}_${r}`);
    return wgsl`let ${weight} = ${give.at(r, ex`${at * stride}u + j`)};
${times(spread.count, (c) => wgsl`${sum(slot, r, c)} += ${weight} * value_${c};`)}`;
  })}`,
)}
}`;

  return wgsl`${slots.map((slot) => start(op, k, slot))}
${slots.map((slot) => wgsl`${times(share.team, (r) => wgsl`${times(spread.count, (c) => wgsl`var ${sum(slot, r, c)} = vec4f();`)}`)}`)}
for (var tile = begin; tile < end; tile += ${s.keys}u) {
${slots.map((slot) => wgsl`${times(fours, (b) => wgsl`var ${score(slot, b)} = vec4f();`)}`)}
${scores}
${times(fours, (b) => {
  const key = ex`vec4u(tile + ${b * 4}u) + vec4u(0u, 1u, 2u, 3u)`;
  const seen = mask.visible({ query: ex`vec4u(query)`, key: ident(`keys_${b}`), prefix: ex`vec4u(prefix)` });
  return wgsl`let keys_${b} = ${key};
let visible_${b} = ${because(op.mask, seen)} & (keys_${b} < vec4u(end));`;
})}
${give.declare}
${slots.map(soften)}
${give.publish}
${accumulate}
}`;
}

function start(op: CoreOp, k: K, slot: Slot): Code {
  const m = ident(`m_${slot.name}`);
  const l = ident(`l_${slot.name}`);
  const sink = op.parameters.at.sinks;
  if (sink === undefined) return wgsl`var ${m} = -1e30;\nvar ${l} = 0.0;`;
  // A sink is a logit in the denominator that carries no value (gda-math.md, section 6).
  const logit = k.at("parameters", ex`${sink}u + ${slot.query}`);
  return wgsl`var ${m} = ${logit} * ${f32(Math.LOG2E)};\nvar ${l} = 1.0;`;
}

/** 1 / denominator, 0 for a row that saw no key. */
const inverse = (slot: string): Code =>
  ex`select(0.0, 1.0 / ${ident(`l_${slot}`)}, ${ident(`l_${slot}`)} > 0.0)`;

/** The noise map's output, kept while the signal heads follow. */
function keepNoise(op: CoreOp, s: PrefillSchedule): Code {
  const { share } = s;
  const spread = columns(op.valueDim, share);
  const give = share.exchange("inverse", 1);
  return wgsl`${give.declare}
${give.set(0, inverse("noise"))}
${give.publish}
${times(share.team, (r) => wgsl`${times(spread.count, (c) => wgsl`sum_noise_${r}_${c} *= ${give.at(r, 0)};`)}`)}`;
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
    const noiseScale = together ? ex`${lambda} * ${inverse("noise")}` : lambda;
    const rows = times(share.team, () => wgsl``).map((_, r) => ({
      row: ex`first_row + row0 + ${r}u`,
      valid: ex`row0 + ${r}u < rows`,
      value: (c: number) => ident(`out_${r}_${c}`),
    }));
    return wgsl`{
${give.declare}
${give.set(0, inverse(slot.name))}
${op.hasNoise ? give.set(1, noiseScale) : wgsl``}
${give.publish}
${rows.map((row, r) => wgsl`${times(spread.count, (c) => {
  const signal = ex`sum_${ident(slot.name)}_${r}_${c} * ${give.at(r, 0)}`;
  const difference = op.hasNoise ? ex`${signal} - ${give.at(r, 1)} * sum_noise_${r}_${c}` : signal;
  return wgsl`var ${row.value(c)} = ${difference};`;
})}`)}
${finish(op, k, share, ex`head_${i}.y`, rows)}
}`;
  })}`;
}
