import type { Kernel } from "../kernel.js";
import { walkWeights } from "../pieces/weights.js";
import { writer, writeTensors, type Write } from "../pieces/write.js";
import { ex, ident, times, wgsl, type Code } from "../text/code.js";
import { formats, type WeightFormat } from "../text/format.js";
import type { Share } from "../text/share.js";

/**
 * y [rows, outputs] = x [rows, inputs] · wᵀ, w [outputs, inputs] in the weights' format; what is
 * done with y before it is stored, and where, is the write's.
 */
export interface ProjectOp {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: WeightFormat;
  readonly write: Write;
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
  /** Whole heads of a workgroup, where the write is of heads. */
  readonly heads: number;
}

export type ProjectTensor =
  "input" | "w" | "bias" | "norm" | "angles" | "residual" | "places" | "keys" | "out";

export const project: Kernel<ProjectOp, ProjectSchedule, ProjectTensor> = {
  name: (op, s) => {
    const block = "block" in op.weights ? `_${op.weights.block}` : "";
    return `project_${op.weights.name}${block}${nameOf(op.write)}_${s.rows}x${s.columns}`;
  },
  tensors: (op) => ({
    input: { mode: "read", format: formats.f32 },
    w: { mode: "read", format: op.weights },
    ...writeTensors(op.write),
  }),
  grid: ({ write }, s) => [
    [
      "ceilDiv",
      "segment_count",
      write.kind === "heads" ? s.heads * write.size : s.share.team * s.columns,
    ],
    ["ceilDiv", "rows", s.rows],
    1,
  ],
  body(op, s, k) {
    const { share } = s;
    const inputs = k.uniform("row_quads", op.inputs / 4);
    const count = k.uniform("segment_count");
    const rows = k.uniform("rows");
    const sum = (r: number, j: number): Code => ident(`sum_${r}_${j}`);
    const write = writer(op, s, k);
    const columns = {
      tensor: "w",
      format: op.weights,
      inputs: op.inputs,
      columns: s.columns,
      quads: s.quads,
      row: (j: number) => ex`min(${write.output(j)}, ${count} - 1u)`,
    } as const;
    return wgsl`let row0 = y * ${s.rows}u;
${write.open}
${k.loop(
  "round",
  write.rounds,
  (round) => wgsl`${write.begin(round)}
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
${write.keep(sum)}`,
)}
${write.close}`;
  },
};

function nameOf(write: Write): string {
  const bias = write.bias ? "_bias" : "";
  if (write.kind === "scalars") return bias;
  const { norm, turn, to } = write;
  const target =
    to.kind === "cache"
      ? `_cache_${to.format.name}${to.beside ? "_values" : ""}`
      : to.residual
        ? "_residual"
        : "";
  return `${bias}${norm ? "_norm" : ""}${turn ? `_${turn.rope.value.pairing}` : ""}${target}`;
}
