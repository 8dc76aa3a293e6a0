import type { SourceSpan } from "../../grammar/span.js";
import { headCopies } from "../plan/head-copies.js";
import { grouped } from "../plan/layer-sets.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";

/** Why a stage does not keep what its model computes, and where it says so. */
export interface Broken {
  readonly at: SourceSpan | undefined;
  readonly what: string;
  readonly why: string;
  readonly instead: string;
}

/**
 * Whether copies of heads still find copies of what they read. They do not where some classes of
 * groups multiply and KV pairs are spread over all groups. Layers alike are looked at once.
 */
export function movedHeads(before: ModelPlan, after: ModelPlan): readonly Broken[] {
  const steps = after.layers.flatMap((layer, i) => {
    const was = before.layers[i];
    return was ? [{ was, layer, key: `${headsKey(was)} ${headsKey(layer)}` }] : [];
  });
  for (const [step] of grouped(steps, ({ key }) => key)) {
    const growth = step && headCopies(step.was, step.layer);
    if (!growth || !("problem" in growth)) continue;
    const grown = step.layer.classes.flatMap(({ groups, signal, noise }, i) => {
      const was = step.was.classes[i];
      const counts = [groups, signal, noise];
      const old = was ? [was.groups, was.signal, was.noise] : [];
      return counts.filter(({ value }, c) => value !== old[c]?.value);
    });
    const instead = "Exact instead: the same factor for all classes, or `kv` in each class.";
    return [{ at: grown[0]?.from[0], what: "*=", why: growth.problem, instead }];
  }
  return [];
}

/** All that the map of a layer's heads depends on. */
function headsKey({ classes, kvPairs, noiseRepeat }: LayerPlan): string {
  const counts = classes.map(({ name, groups, signal, noise, kv }) => [
    name,
    groups.value,
    signal.value,
    noise.value,
    kv?.value,
  ]);
  return JSON.stringify([counts, kvPairs.value, noiseRepeat?.value]);
}
