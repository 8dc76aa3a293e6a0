import { diagnose } from "../../grammar/diagnostic.js";
import type { Growth, Stage } from "../../grammar/tree.js";
import type { Checker } from "../check/checker.js";
import { type Module, within } from "../names/module.js";
import { tokenCount } from "../plan/numbers.js";
import type { Fact, GrowthPlan, StagePlan } from "../plan/plan.js";
import { checkAssert } from "./assert.js";
import { stageBeforeItsSource, stageTwice } from "./codes.js";
import { type Ground, type Growing, groundOf, pathText } from "./ground.js";
import { planStage } from "./stage.js";

/**
 * The plan of a growth: its stages in order, each checked to keep the function of what it grows
 * from, and then its assertions (language.md, section 7, and section 8, rows 26 to 29). A stage
 * that cannot be planned is left out, and so is what grows from it.
 */
export function planGrowth(
  growth: Growth,
  module: Module,
  checker: Checker,
): GrowthPlan | undefined {
  if (!growth.name) return undefined;
  const name = growth.name.text;
  const grounds = new Map<string, Ground | undefined>();
  const growing: Growing = { name, growth, module, stages: grounds };
  const stages: StagePlan[] = [];
  for (const member of growth.members) {
    if (member.kind !== "stage" || !member.name) continue;
    if (grounds.has(member.name.text)) {
      const again = within(module, member.name.span);
      checker.report(diagnose(stageTwice, again, { stage: member.name.text }));
      continue;
    }
    const ground = member.from && groundOf(member.from, growing, checker);
    const stage = ground && addStage(member, member.name.text, ground, growing, checker);
    grounds.set(
      member.name.text,
      ground && stage && { plan: stage.model, at: stage.at, textAt: ground.textAt },
    );
    if (stage) stages.push(stage);
  }
  for (const member of growth.members) {
    if (member.kind === "assert") checkAssert(member, growing, checker);
  }
  return { name, doc: growth.doc, span: within(module, growth.name.span), stages };
}

function addStage(
  stage: Stage,
  name: string,
  ground: Ground,
  { name: growth, module }: Growing,
  checker: Checker,
): StagePlan | undefined {
  const at = startOf(stage, name, ground, module, checker);
  const span = stage.name && within(module, stage.name.span);
  if (!at || !span) return undefined;
  const planned = planStage(stage, ground, { name, span, at, module }, checker);
  if (!planned) return undefined;
  const model = { ...planned.model, name: `${growth}.${name}`, doc: stage.doc, span };
  return { ...planned, model };
}

/** When a stage starts: not before what it grows from. */
function startOf(
  stage: Stage,
  name: string,
  ground: Ground,
  module: Module,
  checker: Checker,
): Fact<number> | undefined {
  const at = stage.at && checker.evaluate(stage.at, { type: "tokens", least: 0 }, module);
  if (at?.value.type !== "tokens") return undefined;
  const { value } = at.value;
  if (stage.at && stage.from && ground.at && value < ground.at.value) {
    const parameters = {
      stage: name,
      at: tokenCount(value),
      source: pathText(stage.from),
      sourceAt: tokenCount(ground.at.value),
    };
    const secondary = ground.at.from.map((span) => ({ span, text: "starts here" }));
    checker.report(
      diagnose(stageBeforeItsSource, within(module, stage.at.span), parameters, { secondary }),
    );
  }
  return { ...at, value };
}
