import { totals } from "../plan/heads.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";

/** The heads of a model in few words, once for all layers that are alike: "8 × (4 + 1)". */
export function headsIn({ layers }: ModelPlan): readonly string[] {
  return [...new Set(layers.map(headsText))];
}

/** Groups of a layer, or where these are many, signal and noise heads of all. */
function headsText(layer: LayerPlan): string {
  const { signal, noise } = totals(layer);
  return layer.classes.length > 2
    ? `${signal} + ${noise}`
    : layer.classes
        .map((c) => `${c.groups.value} × (${c.signal.value} + ${c.noise.value})`)
        .join(", ");
}
