import { scaledRow } from "../../runtime/weights/scaled.js";
import type { LayerPlan, WeightStorage } from "./plan.js";
import { sizeOf, type Tensor } from "./tensors.js";

/**
 * Of a model with `i8` or `i4` weights the matrices are quantised while a float checkpoint is loaded
 * (runtime/weights/scaled.ts has the format). What has one row a head, the logits of λ and of a headwise
 * gate, is small, and its rounding would move a whole head: it stays float32, as vectors do.
 */
export function isQuantised(
  layer: LayerPlan | undefined,
  { name, shape }: Pick<Tensor, "name" | "shape">,
): boolean {
  if (shape.length !== 2 || name === "lambda") return false;
  return name !== "gate" || layer?.gate?.value.form === "elementwise";
}

/** Bytes of a number in each storage format. */
export const numberBytes = { f32: 4, f16: 2, bf16: 2, i8: 1 } as const;

/** Bytes of a tensor as it is stored for kernels; quantised rows have their scales in them. */
export function storedBytes(
  layer: LayerPlan | undefined,
  tensor: Pick<Tensor, "name" | "shape">,
  storage: WeightStorage,
): number {
  if (!("block" in storage)) return sizeOf(tensor) * numberBytes[storage.weights];
  const [rows = 0, columns = 0] = tensor.shape;
  if (!isQuantised(layer, tensor)) return sizeOf(tensor) * numberBytes.f32;
  const { weights: format, block } = storage;
  return rows * 16 * scaledRow({ format, block }, columns).vectors;
}

/**
 * Bytes of a float where weights go in and out: of a checkpoint, or of what layers hand on. These are
 * as wide as the weights, and 16 bits beside quantised ones, which no checkpoint has.
 */
export function floatBytes(storage: WeightStorage): number {
  return "block" in storage ? numberBytes.bf16 : numberBytes[storage.weights];
}
