import {
  type ShownFact,
  attentionFacts,
  headFacts,
  mlpFacts,
  modelFacts,
  textOf,
} from "../plan/facts.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";

/** A fact that two plans do not share, and the layers where they do not; absent for the model's own. */
export interface Difference {
  readonly name: string;
  readonly layers: readonly number[] | undefined;
  /** The fact in each, in the first of these layers; absent where one has none. */
  readonly left: ShownFact | undefined;
  readonly right: ShownFact | undefined;
}

/** All facts that differ between two plans of equally many layers, value by value. */
export function differences(left: ModelPlan, right: ModelPlan): readonly Difference[] {
  const found = new Map<string, Difference & { readonly layers: number[] | undefined }>();
  const compare = (
    ours: readonly ShownFact[],
    theirs: readonly ShownFact[],
    layer: number | undefined,
  ): void => {
    const [a, b] = [byName(ours), byName(theirs)];
    for (const name of new Set([...a.keys(), ...b.keys()])) {
      const [one, other] = [a.get(name), b.get(name)];
      if (sameFact(one, other)) continue;
      const first = found.get(name);
      if (first) first.layers?.push(layer ?? 0);
      else {
        const layers = layer === undefined ? undefined : [layer];
        found.set(name, { name, layers, left: one, right: other });
      }
    }
  };
  compare(modelFacts(left), modelFacts(right), undefined);
  left.layers.forEach((layer, index) => {
    const other = right.layers[index];
    if (other) compare(layerFacts(layer), layerFacts(other), index);
  });
  return [...found.values()];
}

/**
 * All facts of a layer. KV pairs that are spread evenly are the same as those that each class
 * states, wherever a group has whole pairs: then no class is taken to state them.
 */
export function layerFacts(layer: LayerPlan): readonly ShownFact[] {
  const groups = layer.classes.reduce((sum, c) => sum + c.groups.value, 0);
  const even = layer.classes.every(({ kv }) => !kv || kv.value * groups === layer.kvPairs.value);
  const heads = headFacts(layer).filter(({ name }) => !(even && name.endsWith(" kv")));
  return [...heads, ...attentionFacts(layer), ...mlpFacts(layer)];
}

/** The value in words; an absent fact is `none`. */
export function valueText(fact: ShownFact | undefined): string {
  return fact ? textOf(fact.shown) : "none";
}

export function sameFact(one: ShownFact | undefined, other: ShownFact | undefined): boolean {
  return JSON.stringify(one?.fact.value) === JSON.stringify(other?.fact.value);
}

export function byName(facts: readonly ShownFact[]): ReadonlyMap<string, ShownFact> {
  return new Map(facts.map((fact) => [fact.name, fact]));
}
