import type { SourceSpan } from "../../grammar/span.js";
import type { Analysis } from "../analyze.js";
import { type Module, within } from "../names/module.js";
import type { ModelPlan, StagePlan } from "../plan/plan.js";

/** A file as the rules see it. */
export interface Subject {
  readonly analysis: Analysis;
  /** The file itself, with its tree. */
  readonly module: Module;
  /** The models that it declares and the stages of its growths, as far as they have a plan. */
  readonly planned: readonly Planned[];
  /** Names of this file that other files are known to import. */
  readonly imported: ReadonlySet<string>;
}

/** A plan with the text that makes it. */
export interface Planned {
  readonly plan: ModelPlan;
  /** The whole declaration, or the stage. */
  readonly text: SourceSpan;
  readonly stage: StagePlan | undefined;
}

export function subjectOf(
  analysis: Analysis,
  module: Module,
  imported: ReadonlySet<string>,
): Subject {
  const models = new Map(analysis.models.map((plan) => [plan.span.start, plan]));
  const stages = new Map(
    analysis.growths.flatMap(({ stages: all }) => all).map((stage) => [stage.span.start, stage]),
  );
  const planned = module.tree.declarations.flatMap((declaration): readonly Planned[] => {
    if (declaration.kind === "growth") {
      return declaration.members.flatMap((member) => {
        const stage =
          member.kind === "stage" ? stages.get(member.name?.span.start ?? -1) : undefined;
        return stage ? [{ plan: stage.model, text: within(module, member.span), stage }] : [];
      });
    }
    const plan = models.get(declaration.name?.span.start ?? -1);
    return plan ? [{ plan, text: within(module, declaration.span), stage: undefined }] : [];
  });
  return { analysis, module, planned, imported };
}

/** Whether there is an error: then what seems to be unused may be what a mistake should have named. */
export function hasErrors({ diagnostics }: Analysis): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
