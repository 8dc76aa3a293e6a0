import { type Difference, differences } from "../growth/differences.js";
import type { ShownFact } from "../plan/facts.js";
import type { Fact, ModelPlan } from "../plan/plan.js";

/**
 * All facts in which two plans differ, value by value. Where one has more layers, the number of
 * layers differs, and the first ones are compared.
 */
export function compare(left: ModelPlan, right: ModelPlan): readonly Difference[] {
  const count = Math.min(left.layers.length, right.layers.length);
  const first = (plan: ModelPlan): ModelPlan => ({ ...plan, layers: plan.layers.slice(0, count) });
  const depth = left.layers.length === right.layers.length ? [] : [layersFact(left, right)];
  return [...depth, ...differences(first(left), first(right))];
}

/** Whether two plans agree in every value, names and comments aside. */
export function same(left: ModelPlan, right: ModelPlan): boolean {
  return compare(left, right).length === 0;
}

function layersFact(left: ModelPlan, right: ModelPlan): Difference {
  return { name: "layers", layers: undefined, left: depthOf(left), right: depthOf(right) };
}

/** Plans keep no place of `layers`; the model's name stands for it. */
function depthOf({ layers, span }: ModelPlan): ShownFact {
  const fact: Fact<number> = { value: layers.length, origin: "derived", from: [span] };
  return { name: "layers", shown: { form: String(layers.length) }, fact };
}
