import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { floatBytes, numberBytes } from "../plan/scaled-weights.js";

/** What the devices exchange at one point of a forward pass. */
export interface Collective {
  readonly where: string;
  readonly operation: "all-reduce" | "all-gather";
  /** Layers in which it happens; 1 around the layers. */
  readonly times: number;
  /** Bytes of one token's whole result, once. */
  readonly bytes: number;
}

/**
 * The collectives of tensor parallelism (Megatron-LM, arXiv 1909.08053, section 3): o and the MLP's
 * down projection make partial sums of the hidden state, a table parted by words gives each token's
 * row on one device and each device some of the logits. PolyNorm's means run over the whole width,
 * so the sums of x², x⁴ and x⁶ are added up in float32. Activations are as wide as the weights,
 * and 16 bits beside quantised ones.
 */
export function collectives(model: ModelPlan): readonly Collective[] {
  const width = floatBytes(model.dtype.value);
  const hidden = model.hidden.value * width;
  const layers = (having: (layer: LayerPlan) => boolean): number =>
    model.layers.filter(having).length;
  const mlp = layers((layer) => layer.mlp !== undefined);
  const polynorm = layers((layer) => layer.mlp?.activation.value === "polynorm");
  const all: readonly Collective[] = [
    { where: "embedding", operation: "all-reduce", times: model.vocab ? 1 : 0, bytes: hidden },
    { where: "after o", operation: "all-reduce", times: model.layers.length, bytes: hidden },
    { where: "in PolyNorm", operation: "all-reduce", times: polynorm, bytes: 3 * numberBytes.f32 },
    { where: "after down", operation: "all-reduce", times: mlp, bytes: hidden },
    {
      where: "logits",
      operation: "all-gather",
      times: model.vocab ? 1 : 0,
      bytes: (model.vocab?.value ?? 0) * width,
    },
  ];
  return all.filter(({ times }) => times > 0);
}

/**
 * Bytes that each of N devices sends for one token in rings: 2(N − 1)/N of what is reduced,
 * (N − 1)/N of what is gathered (Patarasuk and Yuan, 2009).
 */
export function sentBytes(all: readonly Collective[], devices: number): number {
  const share = (devices - 1) / devices;
  return all.reduce(
    (sum, { operation, times, bytes: size }) =>
      sum + times * size * share * (operation === "all-reduce" ? 2 : 1),
    0,
  );
}
