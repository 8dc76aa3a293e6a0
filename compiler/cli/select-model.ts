import { listNames, suggest } from "../../grammar/suggest.js";
import type { Analysis } from "../analyze.js";
import type { ModelPlan } from "../plan/plan.js";
import { noModel, unknownModel, whichModel } from "./codes.js";
import { failure } from "./failure.js";

/** The one model that a command works on: the one that is named, or the only one. */
export function selectModel(analysis: Analysis, name: string | undefined): ModelPlan {
  if (name !== undefined) return namedModel(analysis, name);
  const [model, other] = analysis.models;
  if (model === undefined) throw failure(noModel, { file: analysis.entry });
  if (other === undefined) return model;
  const names = listNames(namesOf(analysis), "or");
  throw failure(whichModel, { file: analysis.entry }, `Choose with \`--model\`: ${names}.`);
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
