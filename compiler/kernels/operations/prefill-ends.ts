import { columns } from "../pieces/columns.js";
import { finishColumns, finishVectors } from "../pieces/finish.js";
import { lambdaValue } from "../pieces/lambda.js";
import { ex, ident, joined, times, wgsl, type Code } from "../text/code.js";
import { teamUniform } from "../text/share.js";
import { sum } from "./attend.js";
import type { CoreOp } from "./core.js";
import { partAt } from "./partials.js";
import type { PrefillSchedule, PrefillScope } from "./prefill-frame.js";
import { signalHead } from "./queries.js";
import { denominator, inverse, maximum, type Slot } from "./softmax.js";

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
export function openNoise(op: CoreOp, { share }: PrefillSchedule): Code {
  const size = share.team * columns(op.valueDim, share).count;
  return wgsl`var noise_sums = array<vec4f, ${size}>();\nvar inverse_noise = 0.0;`;
}

export function keepNoise(op: CoreOp, s: PrefillSchedule, slot: Slot): Code {
  return wgsl`noise_sums = ${gathered(op, s, [slot])};\ninverse_noise = ${inverse(slot)};`;
}

/** Subtracts λ · noise and finishes every signal head that is held, row by row. */
export function combine(
  op: CoreOp,
  s: PrefillSchedule,
  k: PrefillScope,
  signals: readonly Slot[],
  first: Code,
): Code {
  const { share, held } = s;
  const { count } = columns(op.valueDim, share);
  const give = share.exchange("factor", 2 * held);
  const factors = signals.map((slot, i) => {
    const signal = ex`head_${i}.y`;
    const lambda = lambdaValue(op, k, { row: ex`row_0`, signal, noise: ex`cell.y` });
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

/** Leaves the unfinished softmax of some heads to `merge`: maximum, denominator and sums. */
export function storeParts(
  op: CoreOp,
  s: PrefillSchedule,
  k: PrefillScope,
  chunk: number,
  slots: readonly Slot[],
): Code {
  const { share } = s;
  const spread = columns(op.valueDim, share);
  const give = share.exchange("state", 2 * slots.length);
  const partSums = ident("part_sums");
  const queries = joined(
    slots.map((slot) => slot.query),
    ", ",
  );
  const store = wgsl`let state = vec4f(${give.at(ex`r`, ex`i`)}, ${give.at(ex`r`, ex`${slots.length}u + i`)}, 0.0, 0.0);
if (row0 + r < rows) {
let at = ${partAt(op, k, chunk, { row: ex`first_row + row0 + r`, query: ex`part_queries[i]`, part: ex`part` })};
if (lane == 0u) {
${k.store4("partials", ex`at`, ex`state`)}
}
${times(spread.count, (c) => {
  const sums = ex`${partSums}[(i * ${share.team}u + r) * ${spread.count}u + ${c}u]`;
  const write = k.store4("partials", ex`at + 1u + ${spread.quad(c)}`, sums);
  const inside = spread.inside(c);
  return inside ? wgsl`if (${inside}) {\n${write}\n}` : write;
})}
}`;
  return wgsl`var ${partSums} = ${gathered(op, s, slots)};
var part_queries = array<u32, ${slots.length}>(${queries});
${give.declare}
${slots.map((slot, i) => wgsl`${give.set(i, maximum(slot))}\n${give.set(slots.length + i, denominator(slot))}`)}
${give.publish}
${k.upTo("i", slots.length === 1 ? "one" : "stored", slots.length, () => k.upTo("r", teamUniform, share.team, () => store))}`;
}
