import type { CoreOp } from "../operations/core.js";
import { because, ex, f32, ident, times, wgsl, type Code } from "../text/code.js";
import type { Scope, Tensor } from "../text/scope.js";
import { formats } from "../text/format.js";
import type { Share } from "../text/share.js";

/** The value channels of a head over the team: lane l holds quads l, l + team, l + 2·team, … */
export interface Columns {
  readonly count: number;
  quad(c: number): Code;
  /** False for lanes beyond the last quad; absent where all are inside. */
  inside(c: number): Code | undefined;
}

export function columns(valueDim: number, share: Share): Columns {
  const quads = valueDim / 4;
  const count = Math.ceil(quads / share.team);
  const free = (c: number): Code =>
    c === 0 ? share.lane : ex`${share.lane} + ${c * share.team}u`;
  const partial = (c: number): boolean => (c + 1) * share.team > quads;
  return {
    count,
    quad: (c) => (partial(c) ? ex`min(${free(c)}, ${quads - 1}u)` : free(c)),
    inside: (c) => (partial(c) ? ex`${free(c)} < ${quads}u` : undefined),
  };
}

/** One finished row of one signal head: where it goes, and its quads as mutable vec4f variables. */
export interface FinishedRow {
  readonly row: Code;
  /** False for rows past the end of the tile. */
  readonly valid: Code;
  value(c: number): Code;
}

export type FinishTensor = "parameters" | "gate" | "heads";

/** Tensors that the end of a core binds, beside its own. */
export function finishTensors(op: CoreOp): Partial<Record<FinishTensor, Tensor>> {
  const headwise = op.gate?.value.form === "headwise";
  return {
    ...(op.parameters.size > 0
      ? { parameters: { mode: "read", format: formats.f32, scalars: true } }
      : {}),
    ...(op.gate ? { gate: { mode: "read", format: formats.f32, scalars: headwise } } : {}),
    heads: { mode: "read_write", format: formats.f32 },
  };
}

/**
 * What follows the subtraction, for rows of one signal head: headwise norm, × `times`, gate, and
 * the write (gda-math.md, section 4, steps 6 and 7). Statistics are f32.
 */
export function finish<T extends string>(
  op: CoreOp,
  k: Scope<T | FinishTensor>,
  share: Share,
  signal: Code,
  rows: readonly FinishedRow[],
): Code {
  const spread = columns(op.valueDim, share);
  const quads = op.valueDim / 4;
  const each = (make: (row: FinishedRow, r: number) => Code): readonly Code[] => rows.map(make);
  const store = (row: FinishedRow, c: number): Code => {
    const at = ex`(${row.row} * ${op.signalHeads}u + ${signal}) * ${quads}u + ${spread.quad(c)}`;
    const gated = gate(op, k, row.row, signal, at, row.value(c));
    const inside = spread.inside(c);
    const condition = inside ? ex`${row.valid} & ${inside}` : row.valid;
    return wgsl`if (${condition}) {
${k.store4("heads", at, gated)}
}`;
  };
  return wgsl`${normalise(op, k, share, rows)}
${each((row) => wgsl`${times(spread.count, (c) => store(row, c))}`)}`;
}

function gate<T extends string>(
  op: CoreOp,
  k: Scope<T | FinishTensor>,
  row: Code,
  signal: Code,
  at: Code,
  value: Code,
): Code {
  switch (op.gate?.value.form) {
    case "elementwise":
      return because(op.gate, ex`${value} / (vec4f(1.0) + exp(-${k.load4("gate", at)}))`);
    case "headwise": {
      const logit = k.at("gate", ex`${row} * ${op.signalHeads}u + ${signal}`);
      return because(op.gate, ex`${value} / (1.0 + exp(-${logit}))`);
    }
    case undefined:
      return value;
  }
}

function normalise<T extends string>(
  op: CoreOp,
  k: Scope<T | FinishTensor>,
  share: Share,
  rows: readonly FinishedRow[],
): Code {
  const norm = op.headNorm;
  if (norm === undefined) return wgsl``;
  const spread = columns(op.valueDim, share);
  /** Four values of a packed vector at this lane's quad. */
  const vector = (name: "head_norm" | "head_norm_bias", c: number): Code => {
    const from = op.parameters.at[name] ?? 0;
    const at = (i: number): Code => k.at("parameters", ex`${from + i}u + ${spread.quad(c)} * 4u`);
    return ex`vec4f(${at(0)}, ${at(1)}, ${at(2)}, ${at(3)})`;
  };
  const scale = k.uniform("head_times", "head_times", "f32");
  const weights = times(spread.count, (c) => {
    const weight = wgsl`let weight_${c} = ${vector("head_norm", c)} * ${scale};`;
    if (norm.value.kind === "rms") return weight;
    return wgsl`${weight}
let bias_${c} = ${vector("head_norm_bias", c)} * ${scale};`;
  });
  const weight = (c: number): Code => ident(`weight_${c}`);
  const bias = (c: number): Code => ident(`bias_${c}`);
  if (norm.value.kind === "dyt") {
    const alpha = k.at("parameters", ex`${op.parameters.at.head_norm_alpha ?? 0}u`);
    return wgsl`${weights}
let alpha = ${because(norm, alpha)};
${rows.map((row) =>
  times(spread.count, (c) => {
    const bent = ex`tanh(clamp(${row.value(c)} * alpha, vec4f(-10.0), vec4f(10.0)))`;
    return wgsl`${row.value(c)} = ${bent} * ${weight(c)} + ${bias(c)};`;
  }),
).map((lines) => wgsl`${lines}`)}`;
  }
  const total = (row: FinishedRow, make: (v: Code) => Code): Code =>
    times(spread.count, (c) => {
      const inside = spread.inside(c);
      const term = make(row.value(c));
      return inside ? ex`select(0.0, ${term}, ${inside})` : term;
    }).reduce((sum, term) => ex`${sum} + ${term}`);
  const means = share.reduce(
    "mean",
    "sum",
    rows.map((row) => total(row, (v) => ex`dot(${v}, vec4f(1.0))`)),
  );
  const centred =
    norm.value.kind === "layer"
      ? wgsl`${means.setup}
${rows.map(
  (row, r) =>
    wgsl`${times(spread.count, (c) => wgsl`${row.value(c)} -= vec4f(${means.values[r] ?? ex`0.0`} / ${op.valueDim}.0);`)}`,
)}`
      : wgsl``;
  const squares = share.reduce(
    "square",
    "sum",
    rows.map((row) => total(row, (v) => ex`dot(${v}, ${v})`)),
  );
  const eps = { ...norm, value: norm.value.eps };
  return wgsl`${weights}
${centred}
${squares.setup}
${rows.map((row, r) => {
  const mean = ex`${squares.values[r] ?? ex`0.0`} / ${op.valueDim}.0`;
  return wgsl`let inverse_${r} = inverseSqrt(${mean} + ${f32(eps)});
${times(spread.count, (c) => {
  const scaled = ex`${row.value(c)} * inverse_${r} * ${weight(c)}`;
  return wgsl`${row.value(c)} = ${norm.value.kind === "layer" ? ex`${scaled} + ${bias(c)}` : scaled};`;
})}`;
})}`;
}
