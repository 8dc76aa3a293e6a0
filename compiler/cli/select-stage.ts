import { listNames, suggest } from "../../grammar/suggest.js";
import type { Analysis } from "../analyze.js";
import { noGrowth, unknownStage, whichStage } from "../grow/codes.js";
import type { StagePlan } from "../plan/plan.js";
import { failure } from "./failure.js";

/** A stage by its name, `From2_6B.wide`, or by `wide` alone where only one growth has it. */
export function selectStage({ entry: file, growths }: Analysis, name: string): StagePlan {
  const stages = growths.flatMap((growth) => growth.stages);
  const names = stages.map(({ model }) => model.name);
  if (stages.length === 0) {
    throw failure(
      noGrowth,
      { file },
      "Write one: `growth Up { stage wide from Base at 1T tokens { … } }`.",
    );
  }
  const found = stages.filter((stage) => stage.model.name === name || stage.name === name);
  const [stage, other] = found;
  if (stage === undefined) {
    const near = suggest(name, [...names, ...stages.map((each) => each.name)]);
    throw failure(unknownStage, { file, name, near }, `It has ${listNames(names, "and")}.`);
  }
  if (other === undefined) return stage;
  const choices = listNames(
    found.map(({ model }) => model.name),
    "or",
  );
  throw failure(whichStage, { file, name }, `Say which: ${choices}.`);
}
