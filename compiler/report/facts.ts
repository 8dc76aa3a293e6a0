import { type LineIndex, lineIndexes } from "../diagnostics/lines.js";
import type { Source } from "../../grammar/span.js";
import type { ModelPlan } from "../plan/plan.js";
import { grouped, layerSet } from "../plan/layer-sets.js";
import {
  type ShownFact,
  attentionFacts,
  headFacts,
  mlpFacts,
  modelFacts,
  textOf,
} from "../plan/facts.js";
import { table, wrap } from "./table.js";

const valueRoom = 30;
const placesRoom = 16;

/** Every value of a plan with its origin and the places behind it. */
export function factsSection(
  plan: ModelPlan,
  sources: ReadonlyMap<string, Source>,
): readonly string[] {
  const indexOf = lineIndexes(sources);
  const count = plan.layers.length;
  const everywhere = modelFacts(plan).flatMap((fact) => rowsOf(fact, "", indexOf));
  const byLayer = plan.layers.flatMap((layer) =>
    [...headFacts(layer), ...attentionFacts(layer), ...mlpFacts(layer)].map((fact) => ({
      layer: layer.index,
      fact,
      key: JSON.stringify([textOf(fact.shown), fact.fact.origin, placesOf(fact, indexOf)]),
    })),
  );
  const rows = grouped(byLayer, ({ fact }) => fact.name).flatMap((named) =>
    grouped(named, ({ key }) => key).flatMap((same) => {
      const layers = same.map(({ layer }) => layer);
      const set = layers.length === count ? "" : layerSet(layers, count);
      return same[0] ? rowsOf(same[0].fact, set, indexOf) : [];
    }),
  );
  return table([...everywhere, ...rows], ["left", "left", "left", "left", "left"]);
}

type IndexOf = (file: string) => LineIndex | undefined;

/** The fact's row, with rows below it for what of its value and places does not fit. */
function rowsOf(fact: ShownFact, set: string, indexOf: IndexOf): readonly (readonly string[])[] {
  const values = wrap(textOf(fact.shown).split(/(?<=,) /), valueRoom);
  const places = wrap(placesOf(fact, indexOf), placesRoom);
  const rows = Math.max(values.length, places.length);
  return Array.from({ length: rows }, (_, i) => [
    i === 0 ? fact.name : "",
    values[i] ?? "",
    i === 0 ? set : "",
    i === 0 ? fact.fact.origin : "",
    places[i] ?? "",
  ]);
}

/** "main.gda:3, 12", with a comma after each but the last. */
function placesOf({ fact }: ShownFact, indexOf: IndexOf): readonly string[] {
  const lines = grouped(fact.from, ({ file }) => file).map((spans) => {
    const file = spans[0]?.file ?? "";
    const numbers = spans.flatMap(({ start }) => indexOf(file)?.position(start).line ?? []);
    return [...new Set(numbers)].map((line, i) => (i === 0 ? `${file}:${line}` : String(line)));
  });
  const words = lines.flat();
  return words.map((word, i) => (i < words.length - 1 ? `${word},` : word));
}
