import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import type { Expr, LayerSet } from "../../../grammar/tree.js";
import { within } from "../../names/module.js";
import { composition } from "../codes.js";
import type { LayersBlock } from "../read/statement.js";

/** Works out an int of a layer set, or a list of them; `undefined` where it has none, which is reported. */
export type Ints = (
  expr: Expr,
  what: "step" | "layer" | "layers",
  block: LayersBlock,
) => readonly number[] | undefined;

/** Who hears of a wrong set, and where the number of layers is stated. */
export interface Told {
  readonly counted: SourceSpan | undefined;
  readonly report: (finding: Diagnostic) => void;
}

/**
 * Row 25 of language.md, section 8: the layers of a `layers` block, in ascending order, which must
 * be some of the model's. `undefined` where that cannot be told, which has been reported.
 */
export function layersOf(
  block: LayersBlock,
  layers: number,
  ints: Ints,
  told: Told,
): readonly number[] | undefined {
  const { set, owner } = block;
  const chosen = set && choose(set, layers, (expr, what) => ints(expr, what, block));
  if (!set || !chosen) return undefined;
  const problem = problemOf(chosen, layers);
  if (problem === undefined) return [...new Set(chosen)].toSorted((a, b) => a - b);
  const secondary = told.counted ? [{ span: told.counted, text: "so many layers" }] : [];
  const span = within(owner.module, set.span);
  told.report(diagnose(composition.badLayers, span, { problem }, { secondary }));
  return undefined;
}

/** The layers that a set names; those outside stand for the rest, so that huge sets stay small. */
function choose(
  set: LayerSet,
  layers: number,
  ints: (expr: Expr, what: "step" | "layer" | "layers") => readonly number[] | undefined,
): readonly number[] | undefined {
  const int = (expr: Expr | undefined, what: "step" | "layer" = "layer"): number | undefined =>
    expr && ints(expr, what)?.[0];
  switch (set.kind) {
    case "allLayers":
      return range(0, layers, 1);
    case "everyLayers": {
      const [step, first] = [int(set.step, "step"), int(set.first)];
      if (step === undefined || first === undefined) return undefined;
      return first < 0 || first >= layers ? [first] : range(first, layers, step);
    }
    case "rangeLayers": {
      const first = int(set.first);
      const end = set.open ? layers : int(set.end);
      if (first === undefined || end === undefined) return undefined;
      return first < 0 || first >= layers || end > layers ? [first, end - 1] : range(first, end, 1);
    }
    case "listedLayers":
      return ints(set.value, "layers");
  }
}

function problemOf(chosen: readonly number[], layers: number): string | undefined {
  if (chosen.length === 0) return "There is no layer in this set.";
  if (chosen.every((layer) => layer >= 0 && layer < layers)) return undefined;
  return layers === 1 ? "The model has layer 0 only." : `The model has layers 0 to ${layers - 1}.`;
}

function range(first: number, end: number, step: number): readonly number[] {
  const count = Math.max(0, Math.ceil((end - first) / step));
  return Array.from({ length: count }, (_, i) => first + i * step);
}

/** "Layers 0, 6, 12, …". */
export function sayLayers(layers: readonly number[]): string {
  const shown = layers.slice(0, 3).join(", ");
  if (layers.length === 1) return `Layer ${shown}`;
  return layers.length > 3 ? `Layers ${shown}, …` : `Layers ${shown}`;
}
