import type { CoreOp } from "../operations/core.js";
import { ex, f32, ident, times, wgsl, type Code } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Scope, Tensor } from "../text/scope.js";
import type { Share } from "../text/share.js";
import { columns } from "./columns.js";
import { gated } from "./gate.js";
import { needs, normalised, normFactors, normVectors } from "./head-norm.js";

export type FinishTensor = "parameters" | "lambda" | "gate" | "heads";

/** Tensors that the end of a core binds, beside its own. */
export function finishTensors(op: CoreOp): Partial<Record<FinishTensor, Tensor>> {
  const scalars = { mode: "read", format: formats.f32, scalars: true } as const;
  return {
    ...(op.parameters.size > 0 ? { parameters: { mode: "read", format: formats.f32 } } : {}),
    ...(op.lambda?.value.kind === "sigmoid" ? { lambda: scalars } : {}),
    ...(op.gate ? { gate: { ...scalars, scalars: op.gate.value.form === "headwise" } } : {}),
    heads: { mode: "read_write", format: formats.f32 },
  };
}

/** One row of one signal head after the subtraction, its quads over the lanes of the team. */
export interface HeldRow {
  readonly row: Code;
  /** False for rows past the end of the tile. */
  readonly valid: Code;
  value(c: number): Code;
}

/** `norm_weight_0`, …: the norm's vectors at the quads that this lane holds of every row. */
export function finishVectors<T extends string>(
  op: CoreOp,
  k: Scope<T | FinishTensor>,
  share: Share,
): Code {
  const spread = columns(op.valueDim, share);
  return wgsl`${times(op.headNorm ? spread.count : 0, (c) => {
    const { weight, bias } = normVectors(op, k, spread.quad(c));
    return wgsl`let norm_weight_${c} = ${weight};
${bias ? wgsl`let norm_bias_${c} = ${bias};` : wgsl``}`;
  })}`;
}

/**
 * What follows the subtraction where lanes hold columns: headwise norm, × `times`, gate, and the
 * write (gda-math.md, section 4, steps 6 and 7), with the vectors of `finishVectors`.
 */
export function finishColumns<T extends string>(
  op: CoreOp,
  k: Scope<T | FinishTensor>,
  share: Share,
  signal: Code,
  held: HeldRow,
): Code {
  const spread = columns(op.valueDim, share);
  const needed = needs(op);
  const total = (make: (v: Code) => Code): Code =>
    times(spread.count, (c) => {
      const inside = spread.inside(c);
      const term = make(held.value(c));
      return inside ? ex`select(0.0, ${term}, ${inside})` : term;
    }).reduce((sum, term) => ex`${sum} + ${term}`);
  const sums = share.reduce(
    "row_sum",
    "sum",
    needed.sum ? [total((v) => ex`dot(${v}, vec4f(1.0))`)] : [],
  );
  const squares = share.reduce(
    "row_square",
    "sum",
    needed.squares ? [total((v) => ex`dot(${v}, ${v})`)] : [],
  );
  const bias = op.parameters.at.head_norm_bias !== undefined;
  const factors = normFactors(op, {
    sum: sums.values[0] ?? f32(0),
    squares: squares.values[0] ?? f32(0),
  });
  return wgsl`${sums.setup}
${squares.setup}
{
let row = ${held.row};
let mean = ${factors.mean};
let inverse = ${factors.inverse};
${times(spread.count, (c) => {
  const at = ex`(row * ${op.signalHeads}u + ${signal}) * ${op.valueDim / 4}u + ${spread.quad(c)}`;
  const value = normalised(
    op,
    k,
    held.value(c),
    { mean: ident("mean"), inverse: ident("inverse") },
    {
      weight: ident(`norm_weight_${c}`),
      bias: bias ? ident(`norm_bias_${c}`) : undefined,
    },
  );
  const inside = spread.inside(c);
  return wgsl`if (${inside ? ex`${held.valid} & ${inside}` : held.valid}) {
let at = ${at};
${k.store4("heads", ex`at`, gated(op, k, { row: ex`row`, signal, at: ex`at` }, value))}
}`;
})}
}`;
}

/** The same where a lane holds a whole row, its quads in the private array `name`. */
export function finishRow<T extends string>(
  op: CoreOp,
  k: Scope<T | FinishTensor>,
  signal: Code,
  row: { readonly row: Code; readonly valid: Code; readonly quads: Code },
): Code {
  const needed = needs(op);
  const quads = k.uniform("value_quads", op.valueDim / 4);
  const overQuads = (body: Code): Code => k.upTo("c", "value_quads", op.valueDim / 4, () => body);
  const factors = normFactors(op, { sum: ex`row_sum`, squares: ex`row_square` });
  const vectors = op.headNorm ? normVectors(op, k, ex`c`) : { weight: f32(1), bias: undefined };
  const value = normalised(
    op,
    k,
    ex`${row.quads}[c]`,
    { mean: ex`mean`, inverse: ex`inverse` },
    vectors,
  );
  const statistics = wgsl`var row_sum = 0.0;
var row_square = 0.0;
${overQuads(wgsl`let value = ${row.quads}[c];
${needed.sum ? wgsl`row_sum += dot(value, vec4f(1.0));` : wgsl``}
row_square += dot(value, value);`)}
let mean = ${factors.mean};
let inverse = ${factors.inverse};`;
  return wgsl`${needed.squares ? statistics : wgsl``}
if (${row.valid}) {
${overQuads(wgsl`let at = (${row.row} * ${op.signalHeads}u + ${signal}) * ${quads} + c;
${k.store4("heads", ex`at`, gated(op, k, { row: row.row, signal, at: ex`at` }, value))}`)}
}`;
}
