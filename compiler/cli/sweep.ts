import type { Analysis } from "../analyze.js";
import type { ModelPlan } from "../plan/plan.js";
import { analyzeFile, usableSpec } from "./analysis.js";
import { nothingToSweep, unknownParam } from "./codes.js";
import { failure, meaning } from "./failure.js";
import { namedModel } from "./select-model.js";
import type { SpecOptions } from "./spec-options.js";

/** What a sweep shows of a model. */
export type Row = (plan: ModelPlan) => readonly string[];

/** `gda plan --sweep`: one row for every value that a param may have, for each model that has it. */
export async function sweep(
  file: string,
  param: string,
  options: SpecOptions & { readonly model?: string },
  header: readonly string[],
  row: Row,
): Promise<string | undefined> {
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return undefined;
  const swept = analysis.params.filter(
    ({ name, model }) => name === param && model === (options.model ?? model),
  );
  ...
}
