import { tensor, type Tensor } from "../../../runtime/weights/tensor.js";
import { FREQUENCY, GAIN, HIDDEN, MASKS, UNITS } from "./tiny-package.js";

/** Numbers between -1 and 1 that are exact in every format: multiples of 1/8. */
export function numbers(count: number, seed: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => (((i * 7 + seed * 13) % 17) - 8) / 8);
}

/** Weights of all layers of the tiny package. */
export function tinyWeights(): ReadonlyMap<string, Tensor> {
  return new Map(
    MASKS.flatMap((_, layer): (readonly [string, Tensor])[] => [
      [`${layer}.a`, tensor([HIDDEN, HIDDEN], numbers(HIDDEN * HIDDEN, layer + 1))],
      [`${layer}.b`, tensor([2 * HIDDEN, HIDDEN], numbers(2 * HIDDEN * HIDDEN, layer + 2))],
      [`${layer}.bias`, tensor([HIDDEN], numbers(HIDDEN, layer + 3))],
    ]),
  );
}

/** One sequence, from its beginning, through a layer of the tiny package. */
export function tinyReference(layer: number, x: Float32Array, prefix = 0): Float32Array {
  const a = numbers(HIDDEN * HIDDEN, layer + 1);
  const b = numbers(2 * HIDDEN * HIDDEN, layer + 2).subarray(HIDDEN * HIDDEN);
  const bias = numbers(HIDDEN, layer + 3);
  const rows = x.length / HIDDEN;
  const key = (row: number, unit: number, c: number): number => {
    const w = unit === 0 ? a : b;
    let sum = 0;
    for (let i = 0; i < HIDDEN; i++) sum += at(x, row * HIDDEN + i) * at(w, c * HIDDEN + i);
    return sum;
  };
  return Float32Array.from(x, (value, index) => {
    const row = Math.floor(index / HIDDEN);
    const c = index % HIDDEN;
    let y = value + layer + 0.25 + GAIN * Math.sin(row * FREQUENCY) + 2 * at(bias, c);
    for (let j = 0; j < rows; j++) {
      if (j > row && j >= prefix && MASKS[layer] !== "bidirectional") continue;
      for (let unit = 0; unit < UNITS; unit++) y += key(j, unit, c);
    }
    return y;
  });
}

function at(array: Float32Array, index: number): number {
  return array[index] ?? NaN;
}
