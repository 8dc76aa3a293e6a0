import type { Source, SourceSpan } from "../../grammar/span.js";
import { lineIndexes } from "../diagnostics/lines.js";
import { cacheBytes, cachedValues, parameters, weightBytes } from "../plan/costs.js";
import { decodeFlops, prefillFlops } from "../plan/flops.js";
import type { GrowthPlan, ModelPlan } from "../plan/plan.js";
import { layerTensors, outerTensors } from "../plan/tensors.js";
import type { Lengths } from "./costs.js";
import type { KernelUse } from "../kernels/uses.js";

/** A model as a report shows it. */
export interface ReportedModel {
  readonly plan: ModelPlan;
  readonly lengths?: Lengths | undefined;
  readonly kernels?: readonly KernelUse[] | undefined;
}

/**
 * Plans for programs, as one JSON document. Its field names are those of the plan's types, and its
 * `schema` rises when one changes. Places are those of `gda check --format json`: lines and columns
 * count from 1, offsets from 0, in UTF-16 code units.
 */
export function renderJson(
  models: readonly ReportedModel[],
  growths: readonly GrowthPlan[],
  sources: ReadonlyMap<string, Source>,
): string {
  const report = { schema: 1, models: models.map(reportModel), growths };
  const indexOf = lineIndexes(sources);
  const place = ({ file, start, end }: SourceSpan): object => ({
    file,
    start: { offset: start, ...indexOf(file)?.position(start) },
    end: { offset: end, ...indexOf(file)?.position(end) },
  });
  const replaced = JSON.stringify(
    report,
    (_, value: unknown) => (isSpan(value) ? place(value) : value),
    2,
  );
  return `${replaced}\n`;
}

function reportModel({ plan, lengths, kernels }: ReportedModel): object {
  const context = plan.context.value;
  const { prefill, cached } = lengths ?? { prefill: context, cached: context - 1 };
  return {
    ...plan,
    parameters: parameters(plan),
    weightBytes: weightBytes(plan),
    cache: {
      bytesPerToken: cacheBytes(plan),
      valuesPerTokenByLayer: plan.layers.map(cachedValues),
    },
    flopsPerToken: {
      prefill: { tokens: prefill, ...prefillFlops(plan, prefill) },
      decode: { cached, ...decodeFlops(plan, cached) },
    },
    tensors: {
      outer: outerTensors(plan),
      byLayer: plan.layers.map((layer) => layerTensors(plan, layer)),
    },
    kernels,
  };
}

function isSpan(value: unknown): value is SourceSpan {
  return (
    typeof value === "object" &&
    value !== null &&
    "file" in value &&
    "start" in value &&
    "end" in value &&
    typeof value.file === "string" &&
    typeof value.start === "number" &&
    typeof value.end === "number"
  );
}
