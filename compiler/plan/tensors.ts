import { attentionTensors } from "./attention-tensors.js";
import type { LayerPlan, MlpPlan, ModelPlan, PreNorm } from "./plan.js";

export const parts = ["embedding", "attention", "mlp", "norms", "head"] as const;
export type Part = (typeof parts)[number];

/** A stored tensor; matrices are out × in. */
export interface Tensor {
  readonly part: Part;
  readonly name: string;
  readonly shape: readonly number[];
}

/** The tensors of one layer, in the order in which its forward pass meets them. */
export function layerTensors(plan: ModelPlan, layer: LayerPlan): readonly Tensor[] {
  const hidden = plan.hidden.value;
  const norm = plan.preNorm?.value;
  const attention = attentionTensors(layer, hidden).map(({ name, shape }): Tensor => ({
    part: "attention",
    name,
    shape,
  }));
  return [
    ...normTensors("attention_norm", norm, hidden),
    ...attention,
    ...(layer.mlp
      ? [...normTensors("mlp_norm", norm, hidden), ...mlpTensors(layer.mlp, hidden)]
      : []),
  ];
}

/**
 * The tensors around the layers; none without a vocabulary. A tied head has no weights of its own,
 * and the final norm belongs to the head.
 */
export function outerTensors(plan: ModelPlan): readonly Tensor[] {
  if (!plan.vocab) return [];
  const shape = [plan.vocab.value, plan.hidden.value];
  return [
    { part: "embedding", name: "embedding", shape },
    ...normTensors("final_norm", plan.preNorm?.value, plan.hidden.value),
    ...(plan.embedding?.value === "untied"
      ? [{ part: "head", name: "lm_head", shape } as const]
      : []),
  ];
}

export function sizeOf({ shape }: Pick<Tensor, "shape">): number {
  return shape.reduce((product, size) => product * size, 1);
}

function normTensors(name: string, norm: PreNorm | undefined, size: number): readonly Tensor[] {
  if (!norm) return [];
  const weight: Tensor = { part: "norms", name, shape: [size] };
  return norm.kind === "layer" ? [weight, { ...weight, name: `${name}_bias` }] : [weight];
}

/** PolyNorm weighs the normed x, x² and x³ and adds a bias, alike for all channels of a layer. */
function mlpTensors({ width, form, activation }: MlpPlan, hidden: number): readonly Tensor[] {
  const tensor = (name: string, ...shape: readonly number[]): Tensor => ({
    part: "mlp",
    name,
    shape,
  });
  return [
    ...(form.value === "gated" ? [tensor("mlp_gate", width.value, hidden)] : []),
    tensor("mlp_up", width.value, hidden),
    ...(activation.value === "polynorm"
      ? [tensor("polynorm_weight", 3), tensor("polynorm_bias", 1)]
      : []),
    tensor("mlp_down", hidden, width.value),
  ];
}
