import type { ModelPlan, StagePlan } from "../plan/plan.js";

/**
 * The grown model with the function of its source: what a stage changes in `lossy` is as it was, so
 * that all that is left are copies.
 */
export function withSourcesFunction({
  source,
  model,
  layerSources,
  reindex,
  lossy,
}: StagePlan): ModelPlan {
  if (lossy.length === 0) return model;
  const layers = model.layers.map((layer, i) => {
    const from = source.layers[layerSources[i]?.source ?? i] ?? layer;
    const { index, classes, kvPairs, lambda, headNorm } = layer;
    const mlp = from.mlp && layer.mlp && { ...from.mlp, width: layer.mlp.width };
    const kept = { ...from, index, classes, kvPairs, mlp };
    return reindex?.value === "fold" ? { ...kept, lambda, headNorm } : kept;
  });
  return { ...model, layers, preNorm: source.preNorm };
}
