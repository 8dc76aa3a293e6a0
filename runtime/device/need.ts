import type { LayerEntry, Manifest, Program, Variant } from "../manifest.js";
import { isBoundWhole } from "../over.js";
import { bufferFor, tensorBytes } from "../size.js";

/**
 * The largest binding that cannot be split, in bytes, over all layers of a variant: a weight or
 * derived tensor that some step reads whole, or one cache unit at the model's full context. What
 * grows with the tokens of a call is not counted, since calls are cut to fit.
 */
export function largestBinding(manifest: Manifest, variant: Variant): number {
  const sizes = manifest.layers.flatMap((layer) => {
    const program = variant.programs[layer.program];
    return program === undefined ? [] : bindingsOf(program, layer, manifest.context);
  });
  return Math.max(0, ...sizes);
}

function bindingsOf(program: Program, layer: LayerEntry, capacity: number): readonly number[] {
  const symbols = { ...layer.constants, block: capacity };
  return Object.entries(program.tensors)
    .filter(([name, { role }]) =>
      role === "weight" ? isBoundWhole(program, name) : role === "derived" || role === "cache",
    )
    .map(([, tensor]) => bufferFor(tensorBytes(tensor, symbols)));
}
