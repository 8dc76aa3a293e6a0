import { totals } from "../../plan/heads.js";
import type { LayerPlan } from "../../plan/plan.js";
import { ex, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";

/**
 * The small vectors of a layer, packed in one buffer when its weights are loaded: a kernel may
 * bind eight storage buffers on every adapter, and these alone would be five.
 */
export interface Parameters {
  /** Values in all; each vector starts at a multiple of four. */
  readonly size: number;
  readonly at: { readonly [vector in PackedVector]?: number };
}

/** Weights that are copied as they are. */
export const packedWeights = ["sinks", "head_norm", "head_norm_bias", "head_norm_alpha"] as const;

/** `reparam` is the scalar λ of a reparametrised layer. */
export type PackedVector = "reparam" | (typeof packedWeights)[number];

/** Where each vector of a layer lies, in f32 values from the start. */
export function parameters(layer: LayerPlan): Parameters {
  const kind = layer.headNorm?.value.kind;
  const lengths: readonly (readonly [PackedVector, number])[] = [
    ["reparam", layer.lambda?.value.kind === "reparam" ? 1 : 0],
    ["sinks", layer.sinks.value === "learned" ? totals(layer).query : 0],
    ["head_norm", kind === undefined ? 0 : layer.valueDim.value],
    ["head_norm_bias", kind === "layer" || kind === "dyt" ? layer.valueDim.value : 0],
    ["head_norm_alpha", kind === "dyt" ? 1 : 0],
  ];
  const at: { [vector in PackedVector]?: number } = {};
  let size = 0;
  for (const [vector, length] of lengths) {
    if (length === 0) continue;
    at[vector] = size;
    size += 4 * Math.ceil(length / 4);
  }
  return { size, at };
}

/** One packed value. */
export function parameter<T extends string>(k: Scope<T | "parameters">, index: Code): Code {
  return ex`${k.load4("parameters", ex`${index} / 4u`)}[${index} % 4u]`;
}
