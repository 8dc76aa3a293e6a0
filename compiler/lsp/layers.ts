import type { SourceSpan } from "../../grammar/span.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { layerFacts } from "./values.js";

/** The layers that a piece of text has a part in: some fact of theirs rests on it. */
export function layersFrom(plan: ModelPlan, text: SourceSpan): readonly number[] {
  return plan.layers.filter((layer) => restsOn(layer, text)).map(({ index }) => index);
}

function restsOn(layer: LayerPlan, text: SourceSpan): boolean {
  return [...layerFacts(layer).values()].some(({ fact }) => isAmong(fact.from, text));
}

/** Whether one of the places behind a value lies in a piece of text. */
export function isAmong(from: readonly SourceSpan[], text: SourceSpan): boolean {
  return from.some(
    ({ file, start, end }) => file === text.file && text.start <= start && end <= text.end,
  );
}

/** "0, 4, …, 52", or all where they are few. */
export function listLayers(layers: readonly number[]): string {
  return layers.length <= 4
    ? layers.join(", ")
    : [...layers.slice(0, 2), "…", layers.at(-1)].join(", ");
}
