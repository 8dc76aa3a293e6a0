import type { Kernel } from "../kernel.js";
import { ex, ident, times, wgsl } from "../text/code.js";
import { formats, type Format } from "../text/format.js";
import type { Share } from "../text/share.js";

/** y [rows, outputs] = x [rows, inputs] · wᵀ (+ bias), w [outputs, inputs] in the weights' format. */
export interface ProjectOp {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: Format;
  readonly bias: boolean;
}

/** A lane holds `columns` outputs of `rows` rows; the rows' inputs are handed around. */
export interface ProjectSchedule {
  readonly share: Share;
  readonly rows: number;
  readonly columns: number;
}

export const project: Kernel<ProjectOp, ProjectSchedule, "input" | "w" | "bias" | "out"> = {
  name: (op, s) => `project_${op.weights.name}${op.bias ? "_bias" : ""}_${s.rows}x${s.columns}`,
  tensors: (op) => ({
    input: { mode: "read", format: formats.f32 },
    w: { mode: "read", format: op.weights },
    ...(op.bias ? { bias: { mode: "read", format: formats.f32, scalars: true } } : {}),
    out: { mode: "read_write", format: formats.f32, scalars: true },
  }),
  grid: (_op, s) => [
    ["ceilDiv", "segment_count", s.share.team * s.columns],
    ["ceilDiv", "rows", s.rows],
    1,
  ],
  body(op, s, k) {
    const { share } = s;
    const quads = op.inputs / 4;
    const inputs = k.uniform("c_count", quads);
    const count = k.uniform("segment_count");
    const first = k.uniform("segment_first");
    const rows = k.uniform("rows");
    const sum = (r: number, j: number) => ident(`sum_${r}_${j}`);
    const x = share.spread("x_tile", s.rows, (i) =>
      k.load4("input", ex`min(row0 + ${i}, ${rows} - 1u) * ${inputs} + c`),
    );
    const output = (j: number) => ex`output0 + ${j * share.team}u`;
    return wgsl`let row0 = y * ${s.rows}u;
let output0 = x * ${s.columns * share.team}u + lane;
${times(s.columns, (j) => wgsl`let weight_row_${j} = min(${output(j)}, ${count} - 1u) * ${inputs};`)}
${times(s.rows, (r) => wgsl`${times(s.columns, (j) => wgsl`var ${sum(r, j)} = 0.0;`)}`)}
${k.upTo(
  "c",
  "c_count",
  quads,
  () => wgsl`${times(s.columns, (j) => wgsl`let w_${j} = ${k.load4("w", ex`weight_row_${j} + c`)};`)}
${x.setup}
${times(
  s.rows,
  (r) => wgsl`{
let value = ${x.at(r)};
${times(s.columns, (j) => wgsl`${sum(r, j)} += dot(value, w_${j});`)}
}`,
)}`,
)}
${times(s.columns, (j) => {
  const to = ex`${first} + ${output(j)}`;
  return wgsl`if (${output(j)} < ${count}) {
${op.bias ? wgsl`let bias_${j} = ${k.at("bias", to)};` : wgsl``}
${times(s.rows, (r) => {
  const value = op.bias ? ex`${sum(r, j)} + bias_${j}` : sum(r, j);
  const at = ex`(row0 + ${r}u) * ${k.uniform("outputs", op.outputs)} + ${to}`;
  return wgsl`if (row0 + ${r}u < ${rows}) {
${k.at("out", at)} = ${value};
}`;
})}
}`;
})}`;
  },
};
