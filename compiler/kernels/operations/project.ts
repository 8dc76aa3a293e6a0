import type { Kernel } from "../kernel.js";
import { ex, ident, times, wgsl } from "../text/code.js";
import { formats, type WeightFormat } from "../text/format.js";
import type { Share } from "../text/share.js";
import { walkWeights } from "../pieces/weights.js";

/** y [rows, outputs] = x [rows, inputs] · wᵀ (+ bias), w [outputs, inputs] in the weights' format. */
export interface ProjectOp {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: WeightFormat;
  readonly bias: boolean;
}

/**
 * A lane holds `columns` outputs of `rows` rows and takes `quads` times four inputs at once; the
 * rows' inputs are handed around.
 */
export interface ProjectSchedule {
  readonly share: Share;
  readonly rows: number;
  readonly columns: number;
  readonly quads: number;
}

export type ProjectTensor = "input" | "w" | "bias" | "out";

export const project: Kernel<ProjectOp, ProjectSchedule, ProjectTensor> = {
  name: (op, s) => {
    const block = "block" in op.weights ? `_${op.weights.block}` : "";
    return `project_${op.weights.name}${block}${op.bias ? "_bias" : ""}_${s.rows}x${s.columns}`;
  },
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
    const inputs = k.uniform("row_quads", op.inputs / 4);
    const count = k.uniform("segment_count");
    const first = k.uniform("segment_first");
    const rows = k.uniform("rows");
    const sum = (r: number, j: number) => ident(`sum_${r}_${j}`);
    const output = (j: number) => ex`output0 + ${j * share.team}u`;
    const columns = {
      tensor: "w",
      format: op.weights,
      inputs: op.inputs,
      columns: s.columns,
      quads: s.quads,
      row: (j: number) => ex`min(${output(j)}, ${count} - 1u)`,
    } as const;
    return wgsl`let row0 = y * ${s.rows}u;
let output0 = x * ${s.columns * share.team}u + lane;
${times(s.rows, (r) => wgsl`${times(s.columns, (j) => wgsl`var ${sum(r, j)} = 0.0;`)}`)}
${walkWeights(k, columns, (first, weight) => {
  const x = share.spread("x_tile", s.rows * s.quads, (i) => {
    const row = ex`min(row0 + ${i} / ${s.quads}u, ${rows} - 1u)`;
    return k.load4("input", ex`${row} * ${inputs} + ${first} + ${i} % ${s.quads}u`);
  });
  return wgsl`${x.setup}
${times(
  s.quads,
  (i) =>
    wgsl`${times(
      s.rows,
      (r) => wgsl`{
let value = ${x.at(r * s.quads + i)};
${times(s.columns, (j) => wgsl`${sum(r, j)} += dot(value, ${weight(j, i)});`)}
}`,
    )}`,
)}`;
})}
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
