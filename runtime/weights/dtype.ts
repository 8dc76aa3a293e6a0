/** The element types of safetensors files that lie on whole bytes, with the bytes of one element. */
export const DTYPE_BYTES = {
  F64: 8,
  I64: 8,
  U64: 8,
  C64: 8,
  F32: 4,
  I32: 4,
  U32: 4,
  F16: 2,
  BF16: 2,
  I16: 2,
  U16: 2,
  I8: 1,
  U8: 1,
  BOOL: 1,
  F8_E4M3: 1,
  F8_E5M2: 1,
  F8_E8M0: 1,
} as const;

export type Dtype = keyof typeof DTYPE_BYTES;

/** Those that weights are read from. */
export type FloatDtype = "F64" | "F32" | "F16" | "BF16";

export function isDtype(name: unknown): name is Dtype {
  return typeof name === "string" && Object.hasOwn(DTYPE_BYTES, name);
}

export function isFloat(dtype: Dtype): dtype is FloatDtype {
  return dtype === "F64" || dtype === "F32" || dtype === "F16" || dtype === "BF16";
}

/** The number of elements of a shape; not a safe integer where there are too many to count. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}
