import type { Fact } from "../../plan/plan.js";
import type { Kernel } from "../kernel.js";
import { ex, f32, wgsl } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Share } from "../text/share.js";

/** RMSNorm of the first `size` values of every row: a latent, without what is stored beside it. */
export interface NormOp {
  readonly size: number;
  readonly rowStride: number;
  readonly eps: Fact<number>;
}

export interface NormSchedule {
  readonly share: Share;
}

export const norm: Kernel<NormOp, NormSchedule, "input" | "weight" | "out"> = {
  name: () => "norm",
  tensors: () => ({
    input: { mode: "read", format: formats.f32, scalars: true },
    weight: { mode: "read", format: formats.f32, scalars: true },
    out: { mode: "read_write", format: formats.f32, scalars: true },
  }),
  grid: () => ["rows", 1, 1],
  body(op, s, k) {
    const { share } = s;
    const size = k.uniform("size", op.size);
    const all = { uniform: "size", count: op.size, team: share.team };
    const from = ex`row + i`;
    const squares = share.reduce("square", "sum", [ex`squares`]);
    return wgsl`let row = x * ${k.uniform("row_stride", op.rowStride)};
var squares = 0.0;
${k.strided(
  "i",
  all,
  () => wgsl`let value = ${k.at("input", from)};
squares += value * value;`,
)}
${squares.setup}
let inverse = inverseSqrt(${squares.values[0] ?? ex`0.0`} / f32(${size}) + ${f32(op.eps)});
${k.strided(
  "i",
  all,
  () =>
    wgsl`${k.at("out", ex`x * ${size} + i`)} = ${k.at("input", from)} * inverse * ${k.at("weight", ex`i`)};`,
)}`;
  },
};
