import { missingTensor, wrongDtype, wrongShape } from "../codes.js";
import { gdaError } from "../error.js";
import type { LayerEntry } from "../manifest.js";
import { nearest } from "../near.js";
import { isFloat } from "./dtype.js";
import type { Weights } from "./weights.js";

/**
 * Checks that the weights hold all tensors that a layer reads, in the right shapes and in a dtype that
 * can be converted. Throws GDA7304 to GDA7306 before anything is read.
 */
export function checkWeights(layer: LayerEntry, weights: Weights): void {
  const shapes = new Map(
    Object.values(layer.weights).flatMap(({ shapes }) => Object.entries(shapes)),
  );
  const [missing, ...others] = [...shapes].filter(([name]) => !weights.tensors.has(name));
  if (missing !== undefined) {
    const [tensor, shape] = missing;
    const near = nearest(tensor, weights.tensors.keys());
    const expected = shapeText(shape);
    throw gdaError(missingTensor, { tensor, expected, near, others: others.length });
  }
  for (const [tensor, shape] of shapes) {
    const info = weights.tensors.get(tensor);
    if (info === undefined) continue;
    const [expected, actual] = [shapeText(shape), shapeText(info.shape)];
    if (expected !== actual) throw gdaError(wrongShape, { tensor, expected, actual });
    if (!isFloat(info.dtype)) throw gdaError(wrongDtype, { tensor, dtype: info.dtype });
  }
}

function shapeText(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}
