import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { noSuchLayers } from "./codes.js";
import { failure } from "./failure.js";

/** The layers that a command line names as a spec would: `0`, `0..<8`, `8..`, `0,5` or `all`. */
export function selectLayers(model: ModelPlan, text: string): readonly LayerPlan[] {
  const wanted = layerSet(text.replaceAll(/\s/g, ""), model.layers.length);
  const layers = model.layers.filter(({ index }) => wanted?.has(index));
  if (wanted !== undefined && wanted.size > 0 && layers.length === wanted.size) return layers;
  const last = model.layers.length - 1;
  const help = "Write for instance `0`, `0..<8`, `8..`, `0,5` or `all`.";
  throw failure(noSuchLayers, { model: model.name, layers: text, last }, help);
}

/** The numbers in a set, those beyond the last layer included; nothing for what is no set. */
function layerSet(text: string, count: number): ReadonlySet<number> | undefined {
  if (text === "all") return numbers(0, count);
  const [, first, end] = /^(\d+)\.\.(?:<(\d+))?$/.exec(text) ?? [];
  if (first !== undefined) return numbers(Number(first), end === undefined ? count : Number(end));
  return /^\d+(,\d+)*$/.test(text) ? new Set(text.split(",").map(Number)) : undefined;
}

function numbers(first: number, end: number): ReadonlySet<number> {
  // One beyond the count is enough to see that a set does not lie inside.
  const length = Math.max(0, Math.min(end - first, 2 ** 16));
  return new Set(Array.from({ length }, (_, i) => first + i));
}
