import { type Label, diagnose } from "../../grammar/diagnostic.js";
import type { Assert } from "../../grammar/tree.js";
import type { Checker } from "../check/checker.js";
import { within } from "../names/module.js";
import type { ShownFact } from "../plan/facts.js";
import { layerSet } from "../plan/layer-sets.js";
import { plansDiffer } from "./codes.js";
import { type Difference, differences, valueText } from "./differences.js";
import { type Growing, groundOf, pathText } from "./ground.js";

/** Row 29 of language.md, section 8: two plans agree value by value, names and comments aside. */
export function checkAssert(assert: Assert, growing: Growing, checker: Checker): void {
  if (!assert.left || !assert.right) return;
  const left = groundOf(assert.left, growing, checker)?.plan;
  const right = groundOf(assert.right, growing, checker)?.plan;
  if (!left || !right) return;
  const names = { left: pathText(assert.left), right: pathText(assert.right) };
  const at = within(growing.module, assert.span);
  const [ours, theirs] = [left.layers.length, right.layers.length];
  if (ours !== theirs) {
    const values = { leftValue: String(ours), rightValue: String(theirs) };
    checker.report(diagnose(plansDiffer, at, { name: "`layers`", ...names, ...values }));
    return;
  }
  for (const difference of differences(left, right)) {
    const parameters = {
      name: subject(difference, ours),
      ...names,
      leftValue: valueText(difference.left),
      rightValue: valueText(difference.right),
    };
    const secondary = [
      ...place(difference.left, names.left),
      ...place(difference.right, names.right),
    ];
    checker.report(diagnose(plansDiffer, at, parameters, { secondary }));
  }
}

/** "`rope` of layers 0-39". */
function subject({ name, layers }: Difference, count: number): string {
  if (!layers || layers.length === count) return `\`${name}\``;
  return `\`${name}\` of ${layerSet(layers, count)}`;
}

function place(fact: ShownFact | undefined, plan: string): readonly Label[] {
  const [span] = fact?.fact.from ?? [];
  return span ? [{ span, text: `${valueText(fact)} in ${plan}` }] : [];
}
