import { suggest } from "../../grammar/suggest.js";
import type { Analysis, ParamPlan } from "../analyze.js";
import type { ModelPlan } from "../plan/plan.js";
import { usableSpec } from "./analysis.js";
import { nothingToSweep, unknownParam } from "./codes.js";
import { failure } from "./failure.js";
import { namedModel } from "./select-model.js";
import type { SpecOptions } from "./spec-options.js";

/** A model at every value that one of its params may have. */
export type Sweep = readonly { readonly value: string; readonly plan: ModelPlan }[];

/** Sweeps a param in each model that has it, or in the one that is named. */
export async function sweep(
  file: string,
  name: string,
  model: string | undefined,
  options: SpecOptions,
): Promise<readonly Sweep[]> {
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return [];
  if (model !== undefined) namedModel(analysis, model);
  const params = analysis.params.filter(
    (param) => param.name === name && param.model === (model ?? param.model),
  );
  if (params.length === 0) throw noSuchParam(analysis, name);
  const sweeps: Sweep[] = [];
  for (const param of params) sweeps.push(await sweepModel(file, param, options));
  return sweeps;
}

async function sweepModel(file: string, param: ParamPlan, options: SpecOptions): Promise<Sweep> {
  const { name, model, allowed } = param;
  if (allowed.length === 0) {
    throw failure(nothingToSweep, { name }, `Write \`param ${name} = … in [ … ]\` in the spec.`);
  }
  const swept: { value: string; plan: ModelPlan }[] = [];
  for (const value of allowed) {
    const param = { ...options.param, [name]: value };
    const analysis = await usableSpec(file, { ...options, param });
    if (analysis) swept.push({ value, plan: namedModel(analysis, model) });
  }
  return swept;
}

function noSuchParam({ entry, params }: Analysis, name: string): Error {
  const near = suggest(
    name,
    params.map((param) => param.name),
  );
  return failure(unknownParam, { file: entry, name, near });
}
