import { diagnose } from "../../grammar/diagnostic.js";
import type { Change } from "../../grammar/tree.js";
import type { Checker, Written } from "../check/checker.js";
import { type Module, within } from "../names/module.js";
import type { LayerPlan, ModelPlan, StagePlan } from "../plan/plan.js";
import { layerPlaces } from "./codes.js";
import { isInsertion } from "./copies.js";

export type LayerSources = StagePlan["layerSources"];

/** Each layer as it is, where none is inserted. */
export function unmoved({ layers }: ModelPlan): LayerSources {
  return layers.map((_, source) => ({ source, inserted: false }));
}

/** The `layers += …` of a stage, if there is one. */
export function insertionOf({ changes }: Written): Change | undefined {
  return changes.find(isInsertion)?.change;
}

/**
 * Where the layers of the grown model come from: one new layer after each named old layer, which
 * it repeats (LLaMA-Pro, arXiv 2401.02415, section 3.2). A sum that does not come out is reported.
 */
export function insertedLayers(
  change: Change,
  source: ModelPlan,
  module: Module,
  checker: Checker,
): LayerSources | undefined {
  const depth = source.layers.length;
  const places = change.after && placesAfter(change.after, depth, module, checker);
  const added = change.by && checker.evaluate(change.by, { type: "int", least: 1 }, module);
  if ((change.after && !places) || added?.value.type !== "int") return undefined;
  const problem = problemOf(places, added.value.value, depth);
  if (problem !== undefined) {
    checker.report(diagnose(layerPlaces, within(module, change.span), { problem }));
    return undefined;
  }
  return source.layers.flatMap((_, index) => [
    { source: index, inserted: false },
    ...(places?.includes(index) ? [{ source: index, inserted: true }] : []),
  ]);
}

function problemOf(
  places: readonly number[] | undefined,
  added: number,
  depth: number,
): string | undefined {
  if (!places) return "Say after which layers: `layers += 8 after every 4`.";
  if (places.some((layer) => layer < 0 || layer >= depth)) {
    return `The model has layers 0 to ${depth - 1}.`;
  }
  if (new Set(places).size < places.length) return "After each layer goes one new layer, not two.";
  if (places.length === added) return undefined;
  const has = `${places.length} such ${places.length === 1 ? "place" : "places"}`;
  return `${depth} layers have ${has}, not ${added}.`;
}

function placesAfter(
  { every, list }: NonNullable<Change["after"]>,
  depth: number,
  module: Module,
  checker: Checker,
): readonly number[] | undefined {
  if (list) {
    const places = list.elements.map((e) => checker.evaluate(e, { type: "int" }, module)?.value);
    const ints = places.flatMap((value) => (value?.type === "int" ? [value.value] : []));
    return ints.length === places.length ? ints : undefined;
  }
  const step = every && checker.evaluate(every, { type: "int", least: 1 }, module);
  if (step?.value.type !== "int") return undefined;
  const { value } = step.value;
  return Array.from({ length: Math.floor(depth / value) }, (_, i) => (i + 1) * value - 1);
}

/** The deeper model: each layer with the facts of its source, under its new number. */
export function carried(source: ModelPlan, from: LayerSources): ModelPlan {
  const layers = from.flatMap(({ source: index }, i): readonly LayerPlan[] => {
    const layer = source.layers[index];
    return layer ? [{ ...layer, index: i }] : [];
  });
  return { ...source, layers };
}
