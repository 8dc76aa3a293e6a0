import { layerStep } from "../grow/layer-step.js";
import { rewritesOf } from "../grow/rewrites.js";
import { cacheBytes, parameters } from "../plan/costs.js";
import { decodeFlops, prefillFlops } from "../plan/flops.js";
import type { ModelPlan, StagePlan } from "../plan/plan.js";
import { floatBytes } from "../plan/scaled-weights.js";
import { sizeOf } from "../plan/tensors.js";
import { cellsOf } from "./rewrite-cells.js";

/**
 * The same as `renderRewrites`, for programs: one JSON document. The rows of the table are those of
 * `Rewrite`, with the words of the text beside them; `schema` rises when a field changes. Throws
 * GDA8205, as `rewritesOf`.
 */
export function rewritesJson(stage: StagePlan): string {
  const steps = stage.model.layers.map((layer) => layerStep(stage, layer));
  const context = Math.min(stage.source.context.value, stage.model.context.value);
  const bytes = floatBytes(stage.model.dtype.value);
  const report = {
    schema: 1,
    stage: stage.model.name,
    at: stage.at.value,
    source: costsOf(stage.source, context),
    model: costsOf(stage.model, context),
    copies: stage.copies?.value,
    reindex: stage.reindex?.value,
    lossy: stage.lossy,
    layers: steps.map(({ source, inserted, lambdaShift, normFactor }) => ({
      source: source.index,
      inserted,
      lambdaShift,
      normFactor,
    })),
    tensors: rewritesOf(stage).map((rewrite) => {
      const { layer } = rewrite.target;
      const words = cellsOf(rewrite, layer === undefined ? undefined : steps[layer], stage);
      return { ...rewrite, words, bytes: bytes * sizeOf(rewrite.target) };
    }),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function costsOf(plan: ModelPlan, context: number): object {
  return {
    name: plan.name,
    hidden: plan.hidden.value,
    layers: plan.layers.length,
    parameters: parameters(plan),
    cacheBytesPerToken: cacheBytes(plan),
    flopsPerToken: {
      prefill: { tokens: context, ...prefillFlops(plan, context) },
      decode: { cached: context - 1, ...decodeFlops(plan, context - 1) },
    },
  };
}
