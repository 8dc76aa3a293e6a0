import { diagnose } from "../../grammar/diagnostic.js";
import { didYouMean, suggest } from "../../grammar/suggest.js";
import type { Growth, Path } from "../../grammar/tree.js";
import type { Checker } from "../check/checker.js";
import { type Module, within } from "../names/module.js";
import type { Fact, ModelPlan } from "../plan/plan.js";
import { noSuchStage } from "./codes.js";

/** What a stage grows from, or an assertion compares. */
export interface Ground {
  readonly plan: ModelPlan;
  /** When a stage of this growth starts. */
  readonly at: Fact<number> | undefined;
  /** The model at the root of the growth, as its text gives it at some depth. */
  readonly textAt: (layers: number) => ModelPlan | undefined;
}

/** A growth while it is planned; a stage that could not be planned is there without a ground. */
export interface Growing {
  readonly name: string;
  readonly growth: Growth;
  readonly module: Module;
  readonly stages: ReadonlyMap<string, Ground | undefined>;
}

/** What a path names: an earlier stage of this growth, or a model or stage from elsewhere. */
export function groundOf(path: Path, growing: Growing, checker: Checker): Ground | undefined {
  const { name, module, stages } = growing;
  const [first, second] = path.names.map(({ text }) => text);
  const qualified = path.names.length === 2 && first === name;
  const local = qualified ? second : path.names.length === 1 ? first : undefined;
  if (local !== undefined && stages.has(local)) return stages.get(local);
  if (local !== undefined && (qualified || stageNames(growing).includes(local))) {
    const problem = problemOf(local, growing);
    checker.report(diagnose(noSuchStage, within(module, path.span), { problem }));
    return undefined;
  }
  if (first !== undefined && module.names.get(first)?.declaration.kind === "family") {
    const problem = `\`${first}\` is a family, which has no plan; name a model.`;
    checker.report(diagnose(noSuchStage, within(module, path.span), { problem }));
    return undefined;
  }
  const plan = checker.planOf(path, module);
  const textAt = (layers: number): ModelPlan | undefined =>
    checker.planAtDepth(path, module, layers);
  return plan && { plan, at: undefined, textAt };
}

/** The path as it is written. */
export function pathText(path: Path): string {
  return path.names.map(({ text }) => text).join(".");
}

function stageNames({ growth }: Growing): readonly string[] {
  return growth.members.flatMap((member) =>
    member.kind === "stage" && member.name ? [member.name.text] : [],
  );
}

function problemOf(stage: string, growing: Growing): string {
  const names = stageNames(growing);
  return names.includes(stage)
    ? `A stage grows from a model or a stage above it; \`${stage}\` stands below.`
    : `\`${growing.name}\` has no stage \`${stage}\`${didYouMean(suggest(stage, names)) || "."}`;
}
