import { bf16FromF32, roundToOdd } from "./rounding.js";
import { scaledRow, weightBits, type ScaledFormat } from "./scaled.js";

/** Of a bf16; zero in what is too small for a normal number. */
const EXPONENT = 0x7f80;

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/**
 * Writes a row of a matrix as whole numbers and scales (see `scaled.ts`) to `target`, which holds as
 * many words as the row takes. Returns the first value that no block can hold, if there is one: no
 * number, or infinite, or so large that its scale would be infinite.
 */
export function quantiseRow(
  row: Float32Array | Float64Array,
  scaled: ScaledFormat,
  target: Uint32Array,
): number | undefined {
  const { format, block } = scaled;
  const width = weightBits[format];
  const levels = 2 ** (width - 1);
  const mask = 2 ** width - 1;
  const scales = 4 * scaledRow(scaled, row.length).numbers;
  target.fill(0);
  for (let first = 0, b = 0; first < row.length; first += block, b++) {
    const extreme = extremeOf(row, first, first + block);
    // A double goes through float32; see `roundToOdd`.
    single[0] = roundToOdd(extreme / -levels);
    const nearest = bf16FromF32(bits[0] ?? 0);
    const half = (nearest & EXPONENT) === 0 ? 0 : nearest;
    bits[0] = half << 16;
    const scale = single[0];
    if (!Number.isFinite(scale)) return extreme;
    const at = scales + (b >> 1);
    target[at] = (target[at] ?? 0) | (half << (16 * (b & 1)));
    if (scale === 0) continue;
    for (let i = first; i < first + block; i++) {
      const q = Math.min(nearestEven((row[i] ?? 0) / scale), levels - 1);
      const quad = i >> 2;
      const vector = Math.floor((quad * width) / 32);
      const shift = 32 - width * ((quad % (32 / width)) + 1);
      const word = 4 * vector + (i & 3);
      target[word] = (target[word] ?? 0) | ((q & mask) << shift);
    }
  }
  return undefined;
}

/** The first value of largest size, or the first that is no number. */
function extremeOf(row: Float32Array | Float64Array, first: number, end: number): number {
  let extreme = 0;
  for (let i = first; i < end; i++) {
    const value = row[i] ?? 0;
    if (Number.isNaN(value)) return value;
    if (Math.abs(value) > Math.abs(extreme)) extreme = value;
  }
  return extreme;
}

/** 1.5 · 2^52: a smaller double loses its fraction when this is added, to nearest, ties to even. */
const whole = 1.5 * 2 ** 52;

function nearestEven(x: number): number {
  return x + whole - whole;
}
