import { DTYPE_BYTES, type FloatDtype } from "../../runtime/weights/dtype.js";
import { bf16FromF32, f16FromF32, f16Value, roundToOdd } from "../../runtime/weights/rounding.js";

/**
 * Elements of a checkpoint in memory: F16 and BF16 as their bits. The loops here run over every
 * weight of a checkpoint, and call nothing for each that V8 does not inline.
 */
export type Elements = Float64Array | Float32Array | Uint16Array;

/** Room for elements. */
export function elementsFor(dtype: FloatDtype, count: number): Elements {
  switch (dtype) {
    case "F64":
      return new Float64Array(count);
    case "F32":
      return new Float32Array(count);
    case "F16":
    case "BF16":
      return new Uint16Array(count);
  }
}

/** The elements that these bytes are, without a copy where the bytes are aligned. */
export function elementsOf(bytes: Uint8Array, dtype: FloatDtype): Elements {
  const size = DTYPE_BYTES[dtype];
  const { buffer, byteOffset } = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes);
  const count = bytes.byteLength / size;
  switch (dtype) {
    case "F64":
      return new Float64Array(buffer, byteOffset, count);
    case "F32":
      return new Float32Array(buffer, byteOffset, count);
    case "F16":
    case "BF16":
      return new Uint16Array(buffer, byteOffset, count);
  }
}

export function bytesOf({ buffer, byteOffset, byteLength }: Elements): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The index of the first element that is infinite or NaN; −1 where all are finite. */
export function firstNotFinite(elements: Elements, dtype: FloatDtype): number {
  if (elements instanceof Uint16Array) {
    const exponent = dtype === "F16" ? 0x7c00 : 0x7f80;
    for (let i = 0; i < elements.length; i++) {
      if (((elements[i] ?? 0) & exponent) === exponent) return i;
    }
    return -1;
  }
  for (let i = 0; i < elements.length; i++) {
    if (!Number.isFinite(elements[i])) return i;
  }
  return -1;
}

const HALVES = 2 ** 16;
const f16Values = Float32Array.from({ length: HALVES }, (_, bits) => f16Value(bits));
const bf16Values = new Float32Array(
  Uint32Array.from({ length: HALVES }, (_, bits) => bits << 16).buffer,
);

/** Writes the values of elements, × `factor`, to the beginning of `values`. */
export function decodeInto(
  values: Float64Array,
  elements: Elements,
  dtype: FloatDtype,
  factor: number,
): void {
  if (elements instanceof Uint16Array) {
    const table = dtype === "F16" ? f16Values : bf16Values;
    for (let i = 0; i < elements.length; i++) values[i] = (table[elements[i] ?? 0] ?? 0) * factor;
  } else if (elements instanceof Float32Array) {
    for (let i = 0; i < elements.length; i++) values[i] = (elements[i] ?? 0) * factor;
  } else {
    for (let i = 0; i < elements.length; i++) values[i] = (elements[i] ?? 0) * factor;
  }
}

/** The value of one element. */
export function valueOf(element: number | undefined, dtype: FloatDtype): number {
  const bits = element ?? 0;
  return (dtype === "F16" ? f16Values[bits] : dtype === "BF16" ? bf16Values[bits] : bits) ?? 0;
}

/** Values that are made float32 at a time, on their way to half formats. */
const CHUNK = 4096;
const singles = new Float32Array(CHUNK);
const singleBits = new Uint32Array(singles.buffer);

/**
 * Rounds as many values as there are elements, once, to nearest, ties to even. What is too large
 * becomes infinite. No value may be NaN.
 */
export function roundInto(elements: Elements, values: Float64Array, dtype: FloatDtype): void {
  if (!(elements instanceof Uint16Array)) {
    elements.set(values.subarray(0, elements.length));
    return;
  }
  const round = dtype === "F16" ? roundToF16 : roundToBf16;
  for (let done = 0; done < elements.length; done += CHUNK) {
    const part = elements.subarray(done, done + CHUNK);
    const exact = values.subarray(done, done + part.length);
    singles.set(exact);
    round(part, exact);
  }
}

// Both round float32 to half. Where float32 is a tie of the half format the double decides, since it
// may have been none; the rare cases are left to the functions that know all of them.

function roundToBf16(target: Uint16Array, exact: Float64Array): void {
  for (let i = 0; i < target.length; i++) {
    const bits = singleBits[i] ?? 0;
    target[i] =
      (bits & 0xffff) === 0x8000 ? bf16FromF32(oddBits(exact[i] ?? 0)) : (bits + 0x8000) >>> 16;
  }
}

function roundToF16(target: Uint16Array, exact: Float64Array): void {
  for (let i = 0; i < target.length; i++) {
    const bits = singleBits[i] ?? 0;
    const magnitude = bits & 0x7fffffff;
    const isCommon =
      magnitude >= 0x38800000 && magnitude < 0x477ff000 && (bits & 0x1fff) !== 0x1000;
    target[i] = isCommon
      ? ((bits >>> 16) & 0x8000) | ((magnitude - 0x38000000 + 0x1000) >>> 13)
      : f16FromF32(oddBits(exact[i] ?? 0));
  }
}

const odd = new Float32Array(1);
const oddWords = new Uint32Array(odd.buffer);

function oddBits(value: number): number {
  odd[0] = roundToOdd(value);
  return oddWords[0] ?? 0;
}
