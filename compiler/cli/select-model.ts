import { listNames, suggest } from "../../grammar/suggest.js";
import type { Analysis } from "../analyze.js";
import type { ModelPlan } from "../plan/plan.js";
import { noModel, unknownModel, whichModel } from "./codes.js";
import { failure, type Failure } from "./failure.js";

/** The one model that a command works on: the one that is named, or the only one. */
export function selectModel(analysis: Analysis, name: string | undefined): ModelPlan {
  if (name !== undefined) return namedModel(analysis, name);
  const [model, other] = analysis.models;
  if (model === undefined || other !== undefined) throw notChosen(analysis);
  return model;
}

/** That a spec has no model, or several, with the names of those that may be chosen. */
export function notChosen(analysis: Analysis): Failure {
  const row = analysis.models.length === 0 ? noModel : whichModel;
  const names = namesOf(analysis);
  const help = names.length > 0 ? [`Choose with \`--model\`: ${listNames(names, "or")}.`] : [];
  return failure(row, { file: analysis.entry }, ...help);
}

/** A model by its name, or a stage of a growth: `From2_6B.wide`. */
export function namedModel(analysis: Analysis, name: string): ModelPlan {
  const stages = analysis.growths.flatMap((growth) => growth.stages.map(({ model }) => model));
  const model = [...analysis.models, ...stages].find((plan) => plan.name === name);
  if (model) return model;
  const names = namesOf(analysis);
  const near = suggest(name, names);
  const help = near.length === 0 && names.length > 0 ? [`It has ${listNames(names, "and")}.`] : [];
  throw failure(unknownModel, { file: analysis.entry, name, near }, ...help);
}

function namesOf({ models, growths }: Analysis): readonly string[] {
  const stages = growths.flatMap((growth) => growth.stages.map(({ model }) => model.name));
  return [...models.map((model) => model.name), ...stages];
}
