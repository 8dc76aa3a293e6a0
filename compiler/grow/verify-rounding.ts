import type { FloatDtype } from "../../runtime/weights/dtype.js";
import type { Weights } from "../../runtime/weights/weights.js";
import type { StagePlan } from "../plan/plan.js";
import type { Rewrite } from "./rewrite.js";
import { rewritesOf } from "./rewrites.js";

/** What storing the grown weights has done to them. */
export interface Rounding {
  /** The coarsest among them. */
  readonly dtype: FloatDtype;
  /** Whether any was rounded: halves are not, thirds, noise and what `fold` moves are. */
  readonly rounds: boolean;
  /** A weight is off by this part of itself at most, or of weights of usual size. */
  readonly unit: number;
}

/** Half of the distance of 1 to the next number. */
const units: Readonly<Record<FloatDtype, number>> = {
  F64: 2 ** -53,
  F32: 2 ** -24,
  F16: 2 ** -11,
  BF16: 2 ** -8,
};

/** Where nothing is rounded, halves of the smallest F16 numbers still are: by 2⁻²⁵, of some 2⁻⁷. */
const SUBNORMAL = 2 ** -18;

export function roundingOf(stage: StagePlan, weights: Weights): Rounding {
  const rewrites = rewritesOf(stage);
  const stored = rewrites.map(({ target }) => weights.tensors.get(target.name)?.dtype);
  const coarsest = (["BF16", "F16", "F32"] as const).find((dtype) => stored.includes(dtype));
  const dtype = coarsest ?? "F64";
  const rounds = rewrites.some(isRounded);
  const unit = rounds ? units[dtype] : dtype === "F16" ? SUBNORMAL : 0;
  return { dtype, rounds, unit };
}

function isRounded(rewrite: Rewrite): boolean {
  switch (rewrite.kind) {
    case "copy":
      return (
        rewrite.noise !== undefined ||
        rewrite.columns.some(({ factor }) => !Number.isInteger(Math.log2(factor)))
      );
    case "fill":
      return !Number.isInteger(rewrite.value);
    case "lambda":
      return true;
  }
}

/**
 * How far the stream may be off after so many layers. A matrix of weights that are each off by a part
 * u of themselves, at random, puts out numbers that are off by about a part u of their size; norms
 * and softmax pass it on, and what layers add is independent of each other. Float64 itself is off by
 * some 1e-13.
 */
export function allowedDifference({ unit }: Rounding, layers: number): number {
  return 8 * unit * Math.sqrt(layers) + 1e-12 * layers;
}
