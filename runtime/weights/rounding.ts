/**
 * Conversion between float formats as their bits, rounded to nearest with ties to even. What is too
 * large becomes infinite; NaN stays NaN, infinity stays infinite.
 */

/** The f16 bits of a float32, which is given as its bits. */
export function f16FromF32(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  // From 65520 on, half way between the largest f16 and 2^16, the even neighbour is infinity.
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  if (magnitude >= 0x38800000) return sign | roundShift(magnitude - 0x38000000, 13);
  // Below 2^-14 an f16 counts steps of 2^-24, and the float32 brings its hidden bit.
  const shift = 126 - (magnitude >>> 23);
  return shift > 24 ? sign : sign | roundShift((magnitude & 0x7fffff) | 0x800000, shift);
}

/** The bf16 bits of a float32, which is given as its bits. */
export function bf16FromF32(bits: number): number {
  if ((bits & 0x7fffffff) > 0x7f800000) return ((bits >>> 16) | 0x40) & 0xffff;
  return roundShift(bits, 16);
}

/** The value of an f16, which is given as its bits. Exact. */
export function f16Value(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (0x400 + fraction) * 2 ** (exponent - 25);
}

const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);

/**
 * The float32 nearest to a double whose last bit tells whether anything was cut off. From there a
 * second rounding, to a half format, gives what one rounding from the double would have given.
 */
export function roundToOdd(value: number): number {
  single[0] = value;
  const rounded = single[0];
  const bits = singleBits[0] ?? 0;
  if (rounded === value || Number.isNaN(value) || !Number.isFinite(rounded)) return rounded;
  if ((bits & 1) === 1) return rounded;
  // The two float32 around the value: the even one was taken, and the odd one lies beyond it.
  singleBits[0] = Math.abs(rounded) < Math.abs(value) ? bits + 1 : bits - 1;
  return single[0];
}

/** Without a branch, which random bits would often mispredict. */
function roundShift(value: number, shift: number): number {
  const odd = (value >>> shift) & 1;
  return (value + (1 << (shift - 1)) - 1 + odd) >>> shift;
}
