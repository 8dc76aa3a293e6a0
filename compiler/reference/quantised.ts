import type { AttentionTensor } from "../plan/attention-tensors.js";
import type { LayerPlan, WeightStorage } from "../plan/plan.js";
import { isQuantised } from "../plan/scaled-weights.js";
import { asStored, nearestEven } from "./stored.js";
import type { Numbers } from "./weights.js";

/** What is left of a weight as a model stores it. */
export function storedWeight(
  layer: LayerPlan,
  tensor: AttentionTensor,
  numbers: Numbers,
  storage: WeightStorage,
): Numbers {
  if (!("block" in storage)) return asStored(numbers, storage.weights);
  return isQuantised(layer, tensor) ? dequantised(numbers, storage) : numbers;
}

const bits = { i8: 8, i4: 4 } as const;

/**
 * What is left of a matrix of whole blocks that is quantised, in float64: a block's value of largest
 * size, the first of them, becomes −2^(bits − 1), with a scale that is rounded to bf16; every other
 * the nearest whole number of scales, ties to even, that is below 2^(bits − 1). All are zeros where the
 * scale is below the normal numbers of bf16.
 */
export function dequantised(
  numbers: Numbers,
  { weights, block }: { readonly weights: "i8" | "i4"; readonly block: number },
): Float64Array {
  const least = -(2 ** (bits[weights] - 1));
  const found = new Float64Array(numbers.length);
  for (let first = 0; first < numbers.length; first += block) {
    const own = Float64Array.from(numbers.subarray(first, first + block));
    const extreme = own.reduce((far, w) => (Math.abs(w) > Math.abs(far) ? w : far), 0);
    const scale = nearestBf16(extreme / least);
    const stored = (w: number): number => Math.min(nearestEven(w / scale), -least - 1) * scale;
    found.set(Math.abs(scale) < 2 ** -126 ? own.fill(0) : own.map(stored), first);
  }
  return found;
}

/** The nearest number of 8 bits. */
function nearestBf16(x: number): number {
  if (x === 0) return 0;
  const step = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 7);
  return step * nearestEven(x / step);
}
