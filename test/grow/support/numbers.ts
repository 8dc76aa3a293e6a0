import type { FloatDtype } from "../../../runtime/weights/dtype.js";
import { convert, decode } from "../../../runtime/weights/convert.js";
import { tensor, type Tensor } from "../../../runtime/weights/tensor.js";
import { Applier } from "../../../compiler/grow/apply.js";
import type { Rewrite } from "../../../compiler/grow/rewrite.js";
import type { Weights } from "../../../runtime/weights/weights.js";

export const dtypes = ["F32", "F16", "BF16"] as const;
export type StoredDtype = (typeof dtypes)[number];

const FORMATS = { F32: "f32", F16: "f16", BF16: "bf16" } as const;

/** Numbers as a tensor of a checkpoint, rounded once to its dtype. */
export function storedAs(
  dtype: StoredDtype,
  shape: readonly number[],
  numbers: readonly number[] | Float64Array | Float32Array,
): Tensor {
  const values = Float64Array.from(numbers);
  if (dtype === "F32") return tensor(shape, Float32Array.from(values));
  const bits = new Uint16Array(values.length);
  convert(new Uint8Array(values.buffer), "F64", FORMATS[dtype], bits);
  return tensor(shape, bits, dtype);
}

/** The nearest numbers that a dtype has. */
export function rounded(dtype: StoredDtype, numbers: readonly number[]): readonly number[] {
  const { data } = storedAs(dtype, [numbers.length], numbers);
  return [...decode(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), dtype)];
}

/** The distance of a number of a dtype to the next larger one in magnitude. */
export function ulp(dtype: StoredDtype, value: number): number {
  const { bits, least } = {
    F32: { bits: 23, least: -126 },
    F16: { bits: 10, least: -14 },
    BF16: { bits: 7, least: -126 },
  }[dtype];
  const exponent = value === 0 ? least : Math.max(least, Math.floor(Math.log2(Math.abs(value))));
  return 2 ** (exponent - bits);
}

/** The bytes that a rewrite makes, put together. */
export async function appliedBytes(
  rewrite: Rewrite,
  weights: Weights,
  dtype: FloatDtype,
  blockElements?: number,
): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  for await (const block of new Applier(weights, blockElements).blocks(rewrite, dtype)) {
    blocks.push(block.slice());
  }
  return new Uint8Array(Buffer.concat(blocks));
}

/** The numbers that a rewrite makes. */
export async function applied(
  rewrite: Rewrite,
  weights: Weights,
  dtype: FloatDtype,
  blockElements?: number,
): Promise<readonly number[]> {
  return [...decode(await appliedBytes(rewrite, weights, dtype, blockElements), dtype)];
}
