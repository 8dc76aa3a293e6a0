import { columns } from "../pieces/columns.js";
import {
  finishColumns,
  finishTensors,
  finishVectors,
  type FinishTensor,
} from "../pieces/finish.js";
import { lambdaValue } from "../pieces/lambda.js";
import { maskPiece } from "../pieces/mask.js";
import { parameter } from "../pieces/parameters.js";
import type { Size } from "../../../runtime/manifest.js";
import type { Kernel } from "../kernel.js";
import { ex, f32, ident, loop, times, wgsl, type Code } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import { cellTable, type CoreOp } from "./core.js";
import type { DecodeSchedule } from "./decode-frame.js";
import { partAt } from "./partials.js";
import { sequence } from "./sequence.js";
import { inverseOf, unseen } from "./softmax.js";

type MergeTensor = "partials" | "sequences" | FinishTensor;

/**
 * Puts the chunks of `decode`, or of prefill kernels for few queries, together, subtracts λ · noise
 * and finishes the heads: a workgroup takes one signal head of one row.
 */
export const merge: Kernel<CoreOp, DecodeSchedule, MergeTensor> = {
  name: (op) => `merge_${op.valueDim}_${op.signals}`,
  tensors: (op) => ({
    partials: { mode: "read", format: formats.f32 },
    sequences: { mode: "read", format: "u32" },
    ...finishTensors(op),
  }),
  grid: (op) => [["mul", op.signals, "most_rows"], op.cells.length, "sequences"],
  body(op, s, k) {
    const { share } = s;
    const table = cellTable(op);
    const mask = maskPiece(op.mask);
    const spread = columns(op.valueDim, share);
    const queries = { first: ex`query`, last: ex`query`, keys: ex`keys`, prefix: ex`prefix` };
    const lambda = lambdaValue(op, k, {
      row: ex`row`,
      signal: ex`head.y`,
      noise: ex`cell.y`,
    });
    return wgsl`${sequence(k, ex`z`)}
let r = x / ${op.signals}u;
if (r >= rows) {
return;
}
let row = first_row + r;
let query = position + r;
let cell = ${table.cells}[y];
let head = ${table.signals}[y * ${op.signals}u + x % ${op.signals}u];
let first_chunk = ${mask.begin(queries)} / ${s.chunk}u;
let end_chunk = (${mask.end(queries)} + ${s.chunk - 1}u) / ${s.chunk}u;
${gather(op, s, k, "signal", ex`head.x`)}
${op.hasNoise ? gather(op, s, k, "noise", ex`cell.x`) : wgsl``}
${times(spread.count, (c) => {
  const signal = ex`sum_signal_${c} * inverse_signal`;
  const value = op.hasNoise ? ex`${signal} - ${lambda} * inverse_noise * sum_noise_${c}` : signal;
  return wgsl`let head_${c} = ${value};`;
})}
${finishVectors(op, k, share)}
${finishColumns(op, k, share, ex`head.y`, {
  row: ex`first_row + r`,
  valid: ex`r < rows`,
  value: (c) => ident(`head_${c}`),
})}`;
  },
};

/** The softmax of one query head over all its chunks: `sum_…` of value channels and `inverse_…`. */
function gather(
  op: CoreOp,
  s: DecodeSchedule,
  k: Scope<MergeTensor>,
  name: string,
  query: Code,
): Code {
  const spread = columns(op.valueDim, s.share);
  const l = ident(`l_${name}`);
  const most = ident(`most_${name}`);
  const inverse = ident(`inverse_${name}`);
  const sum = (c: number): Code => ident(`sum_${name}_${c}`);
  const at = partAt(op, k, s.chunk, { row: ex`row`, query, part: ex`chunk` });
  const sink = op.parameters.at.sinks;
  const logit =
    sink === undefined
      ? undefined
      : ex`${parameter(k, ex`${sink}u + ${query}`)} * ${f32(Math.LOG2E)}`;
  return wgsl`var ${most} = ${logit ?? unseen};
${overChunks(s, wgsl`${most} = max(${most}, ${k.load4("partials", at)}.x);`)}
var ${l} = ${logit ? ex`exp2(${logit} - ${most})` : f32(0)};
${times(spread.count, (c) => wgsl`var ${sum(c)} = vec4f();`)}
${overChunks(
  s,
  wgsl`let at = ${at};
let state = ${k.load4("partials", ex`at`)};
let grow = exp2(state.x - ${most});
${l} += state.y * grow;
${times(spread.count, (c) => wgsl`${sum(c)} += grow * ${k.load4("partials", ex`at + 1u + ${spread.quad(c)}`)};`)}`,
)}
let ${inverse} = ${inverseOf(l)};`;
}

function overChunks(s: DecodeSchedule, body: Code): Code {
  const rounds: Size = ["ceilDiv", "seen", s.chunk];
  const bounds = { counter: "chunk", from: ex`first_chunk`, to: ex`end_chunk` };
  return loop({ name: "chunk", rounds }, bounds, body);
}
