import { wrongTensorData } from "../codes.js";
import { gdaError } from "../error.js";
import { byName, type Named } from "../named.js";
import { DTYPE_BYTES, sizeOf, type Dtype } from "./dtype.js";
import type { TensorInfo, Weights } from "./weights.js";

/** A tensor in memory, row-major. F16 and BF16 lie in a Uint16Array as their bits. */
export interface Tensor<
  Shape extends readonly number[] = readonly number[],
  Type extends Dtype = Dtype,
> extends TensorInfo {
  readonly dtype: Type;
  readonly shape: Shape;
  readonly data: ArrayBufferView;
}

/**
 * Makes a tensor of numbers, such as `tensor([12, 4096], x)`, or of half bits, such as
 * `tensor([4096], bits, "BF16")`. Throws GDA7308 where shape and length disagree.
 */
export function tensor<const Shape extends readonly number[]>(
  shape: Shape,
  data: Float32Array,
): Tensor<Shape, "F32">;
export function tensor<const Shape extends readonly number[]>(
  shape: Shape,
  data: Float64Array,
): Tensor<Shape, "F64">;
export function tensor<const Shape extends readonly number[], Type extends "F16" | "BF16">(
  shape: Shape,
  data: Uint16Array,
  dtype: Type,
): Tensor<Shape, Type>;
export function tensor(
  shape: readonly number[],
  data: Float32Array | Float64Array | Uint16Array,
  dtype: Dtype = data instanceof Float64Array ? "F64" : "F32",
): Tensor {
  const result = { shape, dtype, data };
  checkLength("tensor", result);
  return result;
}

/** Tensors in memory by name, as weights of a layer. Throws GDA7308 for one whose data do not fit. */
export function memoryWeights(named: Named<Tensor>): Weights {
  const tensors = byName(named);
  for (const [name, entry] of tensors) checkLength(name, entry);
  return {
    tensors,
    read: (name, first, count) => {
      const entry = tensors.get(name);
      if (entry === undefined) return Promise.reject(new RangeError(`no tensor ${name}`));
      const bytes = DTYPE_BYTES[entry.dtype];
      return Promise.resolve(bytesOf(entry).subarray(first * bytes, (first + count) * bytes));
    },
  };
}

/** The bytes of a tensor's data. */
export function bytesOf({ data }: Tensor): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Throws GDA7308 where the data of a tensor do not have the length that its shape asks for. */
export function checkLength(name: string, { shape, dtype, data }: Tensor): void {
  const expected = sizeOf(shape) * DTYPE_BYTES[dtype];
  if (data.byteLength === expected) return;
  const reason = `${dtype} [${shape.join(", ")}] takes ${expected} bytes, and there are ${data.byteLength}`;
  throw gdaError(wrongTensorData, { tensor: name, reason });
}
