import { totals } from "../../plan/heads.js";
import type { LayerPlan } from "../../plan/plan.js";
import type { TensorName } from "../../reference/weights.js";

/**
 * The small vectors of a layer, packed in one buffer when its weights are loaded: a kernel may
 * bind eight storage buffers on every adapter, and these alone would be five.
 */
export interface Parameters {
  readonly size: number;
  /** The scalar λ of a reparametrised layer. */
  readonly lambda: number | undefined;
  readonly at: Partial<Record<TensorName, number>>;
}

const packed = ["sinks", "head_norm", "head_norm_bias", "head_norm_alpha"] as const;

/** Where each vector lies, in f32 values from the start. */
export function parameters(layer: LayerPlan): Parameters {
  const kind = layer.headNorm?.value.kind;
  const lengths: Record<(typeof packed)[number], number> = {
    sinks: layer.sinks.value === "learned" ? totals(layer).query : 0,
    head_norm: kind === undefined ? 0 : layer.valueDim.value,
    head_norm_bias: kind === "layer" || kind === "dyt" ? layer.valueDim.value : 0,
    head_norm_alpha: kind === "dyt" ? 1 : 0,
  };
  const at: Partial<Record<TensorName, number>> = {};
  let size = 0;
  const lambda = layer.lambda?.value.kind === "reparam" ? size++ : undefined;
  for (const name of packed) {
    if (lengths[name] === 0) continue;
    at[name] = size;
    size += lengths[name];
  }
  return { size, lambda, at };
}
