import type { Growth } from "../../grammar/tree.js";
import { cacheBytes } from "../plan/costs.js";
import { totals } from "../plan/heads.js";
import { thousands } from "../plan/numbers.js";
import type { GrowthPlan, LayerPlan, ModelPlan } from "../plan/plan.js";
import { byteSize } from "../report/numbers.js";
import type { View } from "./document.js";
import type { Subject } from "./names/subject.js";

const known = new WeakMap<View, ReadonlyMap<number, ModelPlan>>();

/** The plan of a model or of what a stage makes; none for a family, and beside mistakes. */
export function planOf({ part: { name } }: Subject, view: View): ModelPlan | undefined {
  const plans = known.get(view) ?? plansIn(view);
  known.set(view, plans);
  return name && plans.get(name.span.start);
}

/** By the place of the name in the text. */
function plansIn({ analysis }: View): ReadonlyMap<number, ModelPlan> {
  const stages = analysis.growths.flatMap((growth) => growth.stages);
  return new Map([
    ...analysis.models.map((plan) => [plan.span.start, plan] as const),
    ...stages.map(({ span, model }) => [span.start, model] as const),
  ]);
}

export function growthPlan({ name }: Growth, view: View): GrowthPlan | undefined {
  return view.analysis.growths.find(({ span }) => span.start === name?.span.start);
}

/** "40 heads · 320 KiB a token": what a layer has, and what the cache of all takes. */
export function summary(plan: ModelPlan): string {
  return `${headCount(plan)} · ${byteSize(cacheBytes(plan))} a token`;
}

function headCount({ layers }: ModelPlan): string {
  const counts = layers.map((layer) => totals(layer).query);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const heads = `${thousands(most)} ${most === 1 ? "head" : "heads"}`;
  return least === most ? heads : `${thousands(least)} to ${heads}`;
}

/** "32 + 8": signal and noise heads of a layer. */
export function signalAndNoise(layer: LayerPlan): string {
  const { signal, noise } = totals(layer);
  return `${thousands(signal)} + ${thousands(noise)}`;
}
