import { diagnose } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Checker } from "../check/checker.js";
import { layerSet } from "../plan/layer-sets.js";
import type { Fact, LayerPlan, ModelPlan } from "../plan/plan.js";
import { functionChanges, growthWordIdle, reindexMissing } from "./codes.js";
import { byName, layerFacts, sameFact } from "./differences.js";
import type { LayerSources } from "./layers.js";

/** What is known where layers are inserted. */
export interface Insertion {
  readonly source: ModelPlan;
  readonly from: LayerSources;
  /** The deeper model, each layer with the facts of its source. */
  readonly carried: ModelPlan;
  readonly reindex: Fact<"carry" | "fold"> | undefined;
  /** The `+=` of the layers. */
  readonly at: SourceSpan;
  /** The model at the root of the growth as its text gives it at some depth. */
  readonly textAt: (layers: number) => ModelPlan | undefined;
}

/**
 * The deeper model after `reindex` (language.md, section 7). Facts by layer belong to old layers,
 * whose numbers change: `carry` keeps them; `fold` takes λ's init of the new number, and with it
 * the factor of the head norm, and keeps the others.
 */
export function reindexed(insertion: Insertion, checker: Checker): ModelPlan {
  const { carried, reindex, at } = insertion;
  const moving = movingFacts(insertion);
  if (!reindex) {
    if (moving.length > 0) checker.report(missing(insertion, moving));
    return carried;
  }
  const place = reindex.from[0] ?? at;
  const idle = (nothing: string): ModelPlan => {
    checker.report(diagnose(growthWordIdle, place, { word: "reindex", nothing }));
    return carried;
  };
  if (moving.length === 0) return idle("no fact of these layers depends on their number");
  if (reindex.value === "carry") return carried;
  if (!moving.includes("lambda")) {
    return idle("λ has no init that changes with depth: `carry` keeps the other facts");
  }
  const plan = folded(insertion);
  if (!plan) return idle("λ's init is no longer as the first model has it: `carry` it");
  const why = unfoldable(carried, plan);
  if (why !== undefined) {
    const instead = "Exact instead: `reindex: carry`.";
    checker.report(diagnose(functionChanges, place, { what: "reindex: fold", why, instead }));
  }
  return plan;
}

/** Why no weight takes up what moves, if none does: the vectors of λ, and the head norm's weight. */
function unfoldable(carried: ModelPlan, folded: ModelPlan): string | undefined {
  for (const [i, layer] of folded.layers.entries()) {
    const old = carried.layers[i];
    if (!sameValue(old?.lambda, layer.lambda) && layer.lambda?.value.kind !== "reparam") {
      return "moves a λ that has no vectors to take the difference up";
    }
    if (!sameValue(old?.headNorm, layer.headNorm) && layer.headNorm?.value.times === 0) {
      return `multiplies the head norm of layer ${i} by 0, which no weight makes up for`;
    }
  }
  return undefined;
}

function sameValue(one: Fact<unknown> | undefined, other: Fact<unknown> | undefined): boolean {
  return JSON.stringify(one?.value) === JSON.stringify(other?.value);
}

/** Facts in which old layers that get a new number differ from others. */
function movingFacts({ source, from }: Insertion): readonly string[] {
  const moves = from.some(({ source: old, inserted }, i) => !inserted && old !== i);
  const [first, ...others] = source.layers.map((layer) => byName(layerFacts(layer)));
  if (!moves || !first) return [];
  const names = new Set([first, ...others].flatMap((facts) => [...facts.keys()]));
  return [...names].filter((name) =>
    others.some((facts) => !sameFact(first.get(name), facts.get(name))),
  );
}

function missing({ source, from, at }: Insertion, moving: readonly string[]) {
  const moved = from.flatMap(({ source: old, inserted }, i) =>
    inserted || old === i ? [] : [old],
  );
  const question = moving.includes("lambda")
    ? "`reindex: carry` or `fold`?"
    : "write `reindex: carry`.";
  const facts = moving.map((name) => `\`${name}\``).join(", ");
  const layers = layerSet(moved, source.layers.length);
  return diagnose(reindexMissing, at, { facts, layers, question });
}

/** λ and head norm of the new numbers, where the source still has those that its root's text gives. */
function folded({ source, carried, textAt }: Insertion): ModelPlan | undefined {
  const [before, after] = [textAt(source.layers.length), textAt(carried.layers.length)];
  if (!before || !after) return undefined;
  const follows = (of: (layer: LayerPlan) => Fact<unknown> | undefined): boolean =>
    source.layers.every((layer, i) => {
      const text = before.layers[i];
      return text !== undefined && sameValue(of(layer), of(text));
    });
  if (!follows((layer) => layer.lambda)) return undefined;
  const normFollows = follows((layer) => layer.headNorm);
  const layers = carried.layers.map((layer, i): LayerPlan => {
    const text = after.layers[i];
    if (!text) return layer;
    const headNorm = normFollows ? text.headNorm : layer.headNorm;
    return { ...layer, lambda: text.lambda, headNorm };
  });
  return { ...carried, layers };
}
