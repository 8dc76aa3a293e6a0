import { wrongSize } from "./codes.js";
import { gdaError } from "./error.js";
import type { Format, Size, TensorEntry } from "./manifest.js";
import { scaledRow } from "./weights/scaled.js";

/** The values of the symbols that sizes name, as far as they are known. */
export type Symbols = Readonly<Record<string, number | undefined>>;

export type SizeOperation = Exclude<Size, number | string>[0];

export const OPERATIONS: Readonly<Record<SizeOperation, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
  ceilDiv: (a, b) => Math.ceil(a / b),
  min: Math.min,
  max: Math.max,
};

export const SIZE_OPERATIONS = Object.keys(OPERATIONS);

const ELEMENT_BYTES: Readonly<Record<Format, number>> = {
  f32: 4,
  u32: 4,
  f16: 2,
  bf16: 2,
  i8: 1,
  i4: 0.5,
};

/**
 * Buffers are whole vec4s: a kernel that binds `array<vec4<f32>>` sees only as many of them as fit
 * whole, and would lose the last one to three numbers.
 */
export const BUFFER_ALIGNMENT = 16;

/** The value of a size, which need not be whole: an f32 uniform takes a constant of the layer. */
export function evaluate(size: Size, symbols: Symbols): number {
  if (typeof size === "number") return size;
  // An unknown symbol cannot come here (see `references.ts`); NaN would be refused all the same.
  if (typeof size === "string") return symbols[size] ?? NaN;
  const [operation, left, right] = size;
  return OPERATIONS[operation](evaluate(left, symbols), evaluate(right, symbols));
}

/** The value of a size that counts something. Throws GDA7212 where it does not. */
export function count(size: Size, symbols: Symbols): number {
  return checkedCount(size, evaluate(size, symbols));
}

/** The value that a size has, if it counts something. */
export function checkedCount(size: Size, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw gdaError(wrongSize, { size: `\`${JSON.stringify(size)}\``, value });
}

/** The number of elements of a shape. */
export function elements(shape: readonly Size[], symbols: Symbols): number {
  return shape.reduce<number>((product, size) => product * count(size, symbols), 1);
}

/** Bytes of a buffer for so many elements. Half formats lie two in a u32. */
export function bufferBytes(format: Format, elementCount: number): number {
  return bufferFor(elementCount * ELEMENT_BYTES[format]);
}

/** Bytes of a buffer that holds so many. */
export function bufferFor(bytes: number): number {
  return alignUp(Math.max(bytes, 1), BUFFER_ALIGNMENT);
}

type Stored = Pick<TensorEntry, "format" | "block" | "shape">;

/** Bytes of a tensor as it lies in one buffer. */
export function tensorBytes(tensor: Stored, symbols: Symbols): number {
  return elements(tensor.shape.slice(0, 1), symbols) * rowBytes(tensor, symbols);
}

/** Bytes from one row of a tensor to the next, along its first axis. */
export function rowBytes({ format, block, shape }: Stored, symbols: Symbols): number {
  const columns = elements(shape.slice(1), symbols);
  const isScaled = block !== undefined && (format === "i8" || format === "i4");
  return isScaled
    ? 16 * scaledRow({ format, block }, columns).vectors
    : columns * ELEMENT_BYTES[format];
}

export function elementBytes(format: Format): number {
  return ELEMENT_BYTES[format];
}

export function alignUp(value: number, alignment: number): number {
  return Math.ceil(value / alignment) * alignment;
}

export function alignDown(value: number, alignment: number): number {
  return Math.floor(value / alignment) * alignment;
}
