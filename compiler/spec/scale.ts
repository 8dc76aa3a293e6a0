import type { LayerPlan } from "../plan/plan.js";
import type { Formula } from "./numbers.js";
import { nearTemperature, type Temperature } from "./temperature.js";

/** The name of the constant that `score_scale` squares. */
export const TEMPERATURE = "temperature";

/** What a score scale beside the language's own is made of in published models. */
export function scaleFormulas(layers: readonly LayerPlan[]): readonly Formula[] {
  const sizeOf = (layer: number): number => layers[layer]?.headDim.value.size ?? NaN;
  const divisor = Math.round((layers[0]?.scoreScale.value ?? 1) ** -2);
  const squared = squaredTemperature(layers)?.value ?? NaN;
  return [
    { text: "1 / head_dim", at: (layer) => 1 / sizeOf(layer) },
    { text: `1 / sqrt(${divisor})`, at: () => 1 / Math.sqrt(divisor) },
    {
      text: `${TEMPERATURE} * ${TEMPERATURE} / sqrt(head_dim)`,
      at: (layer) => (squared * squared) / Math.sqrt(sizeOf(layer)),
    },
  ];
}

/** YaRN's temperature whose square is in the scores, as DeepSeek and Motif 3 have it. */
export function squaredTemperature(layers: readonly LayerPlan[]): Temperature | undefined {
  for (const { headDim, rope, scoreScale } of layers) {
    const squared = scoreScale.value * Math.sqrt(headDim.value.size);
    const found = rope && nearTemperature(rope.value.scaling, Math.sqrt(squared));
    if (found) return found;
  }
  return undefined;
}
