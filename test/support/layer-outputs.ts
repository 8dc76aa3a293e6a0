import { layerEntry } from "../../compiler/kernels/compile.js";
import type { LayerPlan, ModelPlan } from "../../compiler/plan/plan.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { randomInput } from "../../compiler/reference/random.js";
import type { Weights as ReferenceWeights } from "../../compiler/reference/weights.js";
import { referenceWeights } from "../../compiler/run/weights.js";
import type { Weights } from "../../runtime/weights/weights.js";

/** A layer's weights from a checkpoint, as the loader of the kernels reads them. */
export function layerWeights(
  model: ModelPlan,
  layer: LayerPlan,
  weights: Weights,
): Promise<ReferenceWeights> {
  return referenceWeights(layer, model.hidden.value, layerEntry(model, layer, ""), weights);
}

/** y of all layers in float64. */
export async function outputs(model: ModelPlan, weights: Weights): Promise<Float64Array> {
  const hidden = model.hidden.value;
  const x = randomInput(5, 4, hidden);
  const layers = model.layers.map(async (layer) => {
    const own = await layerWeights(model, layer, weights);
    return [...evaluate(layer, hidden, own, x).y];
  });
  return Float64Array.from((await Promise.all(layers)).flat());
}
