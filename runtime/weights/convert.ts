import { DTYPE_BYTES, type FloatDtype } from "./dtype.js";
import { bf16FromF32, f16FromF32, f16Value, roundToOdd } from "./rounding.js";

export type WeightFormat = "f32" | "f16" | "bf16";

/** The format that a checkpoint's dtype is, if it is one. */
const SAME: Readonly<Record<FloatDtype, WeightFormat | undefined>> = {
  F64: undefined,
  F32: "f32",
  F16: "f16",
  BF16: "bf16",
};

/**
 * Converts elements of a checkpoint to a format, rounded to nearest, ties to even, into the beginning
 * of `target`, which holds the format's bits. Returns the first value that is finite and would
 * become infinite, if there is one.
 */
export function convert(
  bytes: Uint8Array,
  dtype: FloatDtype,
  format: WeightFormat,
  target: Uint32Array | Uint16Array,
): number | undefined {
  if (SAME[dtype] === format) {
    new Uint8Array(target.buffer, target.byteOffset, bytes.byteLength).set(bytes);
    return undefined;
  }
  const values = decode(bytes, dtype);
  // A double goes through float32 to a half format; see `roundToOdd`.
  const singles =
    values instanceof Float32Array
      ? values
      : Float32Array.from(values, format === "f32" ? Math.fround : roundToOdd);
  const bits = new Uint32Array(singles.buffer, singles.byteOffset, singles.length);
  switch (format) {
    case "f32":
      target.set(bits);
      break;
    case "f16":
      for (let i = 0; i < bits.length; i++) target[i] = f16FromF32(bits[i] ?? 0);
      break;
    case "bf16":
      for (let i = 0; i < bits.length; i++) target[i] = bf16FromF32(bits[i] ?? 0);
      break;
  }
  return overflow(values, format, target);
}

/** The values of elements of a checkpoint, exactly. Float32 and doubles may be a view of the bytes. */
export function decode(bytes: Uint8Array, dtype: FloatDtype): Float32Array | Float64Array {
  const { buffer, byteOffset, byteLength } = aligned(bytes, DTYPE_BYTES[dtype]);
  switch (dtype) {
    case "F64":
      return new Float64Array(buffer, byteOffset, byteLength / 8);
    case "F32":
      return new Float32Array(buffer, byteOffset, byteLength / 4);
    case "F16":
      return Float32Array.from(new Uint16Array(buffer, byteOffset, byteLength / 2), f16Value);
    case "BF16": {
      const halves = new Uint16Array(buffer, byteOffset, byteLength / 2);
      return new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer);
    }
  }
}

/** Bytes may stand at any offset and typed arrays need an aligned one: then, and only then, a copy. */
function aligned(bytes: Uint8Array, alignment: number): Uint8Array {
  return bytes.byteOffset % alignment === 0 ? bytes : new Uint8Array(bytes);
}

const INFINITE: Readonly<Record<WeightFormat, number>> = {
  f32: 0x7f800000,
  f16: 0x7c00,
  bf16: 0x7f80,
};

function overflow(
  values: Float32Array | Float64Array,
  format: WeightFormat,
  bits: Uint32Array | Uint16Array,
): number | undefined {
  const infinite = INFINITE[format];
  const sign = format === "f32" ? 0x7fffffff : 0x7fff;
  // Mostly there is none, and that is seen quickly.
  if (!bits.includes(infinite) && !bits.includes(infinite + sign + 1)) return undefined;
  return values.find((value, i) => ((bits[i] ?? 0) & sign) === infinite && Number.isFinite(value));
}
