import type { CoreOp } from "../operations/core.js";
import { because, ex, f32, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";
import { parameter } from "./parameters.js";
import { bent } from "./unknown.js";

/** What a headwise norm knows of a whole row before it can scale any channel. */
export interface Statistics {
  /** Σ v and Σ v² over the row, where the norm asks for them. */
  readonly sum: Code;
  readonly squares: Code;
}

/** Which sums a norm needs. */
export function needs(op: CoreOp): { readonly sum: boolean; readonly squares: boolean } {
  const kind = op.headNorm?.value.kind;
  return { sum: kind === "layer", squares: kind === "rms" || kind === "layer" };
}

type K<T extends string> = Scope<T | "parameters">;

/** Weight and bias of the norm at a quad, × `times` (gda-math.md, section 4, steps 6 and 7). */
export function normVectors<T extends string>(
  op: CoreOp,
  k: K<T>,
  quad: Code,
): { readonly weight: Code; readonly bias: Code | undefined } {
  const scale = k.uniform("head_times", "head_times", "f32");
  const vector = (name: "head_norm" | "head_norm_bias"): Code | undefined => {
    const at = op.parameters.at[name];
    if (at === undefined) return undefined;
    return ex`${k.load4("parameters", ex`${at / 4}u + ${quad}`)} * ${scale}`;
  };
  return { weight: vector("head_norm") ?? ex`vec4f(1.0)`, bias: vector("head_norm_bias") };
}

/** From the row's sums: the mean to take away, and what to multiply by. Statistics are f32. */
export function normFactors(
  op: CoreOp,
  { sum, squares }: Statistics,
): { readonly mean: Code; readonly inverse: Code } {
  const norm = op.headNorm;
  if (norm === undefined || norm.value.kind === "dyt") return { mean: f32(0), inverse: f32(1) };
  const mean = ex`${sum} / ${op.valueDim}.0`;
  const eps = f32({ ...norm, value: norm.value.eps });
  const spread = ex`${squares} / ${op.valueDim}.0`;
  return norm.value.kind === "rms"
    ? { mean: f32(0), inverse: ex`inverseSqrt(${spread} + ${eps})` }
    : { mean, inverse: ex`inverseSqrt(max(${spread} - ${mean} * ${mean}, 0.0) + ${eps})` };
}

/** One quad of a normalised head. */
export function normalised<T extends string>(
  op: CoreOp,
  k: K<T>,
  value: Code,
  factors: { readonly mean: Code; readonly inverse: Code },
  vectors: { readonly weight: Code; readonly bias: Code | undefined },
): Code {
  const norm = op.headNorm;
  switch (norm?.value.kind) {
    case undefined:
      return value;
    case "rms":
      return because(norm, ex`${value} * ${factors.inverse} * ${vectors.weight}`);
    case "layer": {
      const centred = ex`${value} - vec4f(${factors.mean})`;
      return because(
        norm,
        ex`${centred} * ${factors.inverse} * ${vectors.weight} + ${vectors.bias ?? f32(0)}`,
      );
    }
    case "dyt": {
      const alpha = parameter(k, ex`${op.parameters.at.head_norm_alpha ?? 0}u`);
      return because(
        norm,
        ex`${bent}(${value} * ${alpha}) * ${vectors.weight} + ${vectors.bias ?? f32(0)}`,
      );
    }
  }
}
