import type { FloatDtype } from "./dtype.js";
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
  const bits = new Uint32Array(singles.buffer);
  if (format === "f32") target.set(bits);
  else {
    const round = format === "f16" ? f16FromF32 : bf16FromF32;
    for (let i = 0; i < bits.length; i++) target[i] = round(bits[i] ?? 0);
  }
  return overflow(values, format, target);
}

/** The values of elements of a checkpoint, exactly. */
export function decode(bytes: Uint8Array, dtype: FloatDtype): Float32Array | Float64Array {
  // A copy of its own, since the bytes may stand at any offset and typed arrays need an aligned one.
  const { buffer } = new Uint8Array(bytes);
  if (dtype === "F64") return new Float64Array(buffer);
  if (dtype === "F32") return new Float32Array(buffer);
  const halves = new Uint16Array(buffer);
  if (dtype === "F16") return Float32Array.from(halves, f16Value);
  return new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer);
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
  return values.find((value, i) => ((bits[i] ?? 0) & sign) === infinite && Number.isFinite(value));
}
