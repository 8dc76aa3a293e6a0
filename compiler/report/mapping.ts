import type { LayerEntry } from "../../runtime/manifest.js";
import { grouped, layerSet } from "../plan/layer-sets.js";
import { width, wrap } from "./table.js";

/**
 * Where each weight of a package is in a checkpoint: the tensor's name, and the rows of it in the
 * order in which the kernels read them, where that is not its own. Layers alike are one part.
 */
export function mappingSection(layers: readonly LayerEntry[], count: number): readonly string[] {
  return grouped(layers, (layer) => mappingOf(layer).join("\n")).flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const indices = alike.map((layer) => layer.index);
    return [
      `  ${layerSet(indices, count)}${alike.length > 1 ? ", N being the layer" : ""}`,
      ...mappingOf(first).map((line) => `    ${line}`),
    ];
  });
}

/** One line a weight, more where its rows are many ranges. */
function mappingOf({ index, weights }: LayerEntry): readonly string[] {
  const column = Math.max(...Object.keys(weights).map((name) => name.length)) + 2;
  return Object.entries(weights).flatMap(([name, { shapes, ranges, fill }]) => {
    const [tensor] = Object.keys(shapes);
    const source =
      tensor === undefined
        ? `in no tensor: ${fill ?? 0} everywhere`
        : tensor.replace(`.${index}.`, ".N.");
    const rows = ranges.map((range) => `${range.firstRow}..<${range.firstRow + range.rows}`);
    const order = rows.length > 1 ? wrap(["rows", ...rows], width - column - 6) : [];
    return [
      `${name.padEnd(column)}${source}`,
      ...order.map((line) => `${" ".repeat(column + 2)}${line}`),
    ];
  });
}
