import type { Fact, Lambda } from "../../plan/plan.js";
import type { Kernel } from "../kernel.js";
import { because, ex, wgsl } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Share } from "../text/share.js";

/** Kernels that run once, when a layer's weights are there: they fill its packed parameters. */
export interface LoadSchedule {
  readonly share: Share;
}

/** Copies a vector to its place among the parameters. */
export interface CopyOp {
  readonly size: number;
  readonly offset: number;
}

export const copy: Kernel<CopyOp, LoadSchedule, "vector" | "parameters"> = {
  name: () => "copy",
  tensors: () => ({
    vector: { mode: "read", format: formats.f32, scalars: true },
    parameters: { mode: "read_write", format: formats.f32, scalars: true },
  }),
  grid: (op, s) => [["ceilDiv", op.size, s.share.team], 1, 1],
  body(op, s, k) {
    return wgsl`let i = x * ${s.share.team}u + lane;
if (i < ${k.uniform("size", op.size)}) {
${k.at("parameters", ex`${k.uniform("offset", op.offset)} + i`)} = ${k.at("vector", ex`i`)};
}`;
  },
};

/** λ = exp(λq1·λk1) − exp(λq2·λk2) + λ_init, one scalar a layer (gda-math.md, section 5). */
export interface ReparamOp {
  readonly size: number;
  readonly offset: number;
  readonly lambda: Fact<Lambda>;
}

type ReparamTensor = "q1" | "k1" | "q2" | "k2" | "parameters";

export const reparam: Kernel<ReparamOp, LoadSchedule, ReparamTensor> = {
  name: () => "lambda_reparam",
  tensors: () => {
    const vector = { mode: "read", format: formats.f32, scalars: true } as const;
    return {
      q1: vector,
      k1: vector,
      q2: vector,
      k2: vector,
      parameters: { ...vector, mode: "read_write" },
    };
  },
  grid: () => [1, 1, 1],
  body(op, s, k) {
    const all = { uniform: "size", count: op.size, team: s.share.team };
    const sums = s.share.reduce("sum", "sum", [ex`first`, ex`second`]);
    const [first, second] = sums.values;
    return wgsl`var first = 0.0;
var second = 0.0;
${k.strided(
  "i",
  all,
  () => wgsl`first += ${k.at("q1", ex`i`)} * ${k.at("k1", ex`i`)};
second += ${k.at("q2", ex`i`)} * ${k.at("k2", ex`i`)};`,
)}
${sums.setup}
if (lane == 0u) {
let init = ${because(op.lambda, k.uniform("lambda_init", "lambda_init", "f32"))};
${k.at("parameters", k.uniform("offset", op.offset))} = exp(${first ?? ex`0.0`}) - exp(${second ?? ex`0.0`}) + init;
}`;
  },
};
