/**
 * Matrices as whole numbers. Every `block` neighbouring inputs of an output, from 16 on a power of
 * two of them, share a scale:
 *
 *     scale = extreme / −2^(bits − 1), rounded to bf16        extreme: the first of largest |w|
 *     q     = w / scale, rounded to nearest, ties to even, at most 2^(bits − 1) − 1
 *
 * so that the extreme itself is exact wherever it is a bf16. A weight is read back as q × scale. Where
 * the scale would be below the normal bf16, 2^-126, it is 0, and so is the whole block.
 *
 * A row is whole vectors of 16 bytes. First the numbers: the words of a vector hold the inputs
 * 4i + 0, 4i + 1, 4i + 2 and 4i + 3, each from the highest bits down. Then the scales, two in a word,
 * the first of them low.
 */

/** Bits of one weight. */
export const weightBits = { i8: 8, i4: 4 } as const;

export interface ScaledFormat {
  readonly format: keyof typeof weightBits;
  readonly block: number;
}

/** Where the parts of a row lie, in vectors of 16 bytes. */
export interface ScaledRow {
  readonly numbers: number;
  readonly vectors: number;
}

export function scaledRow({ format, block }: ScaledFormat, inputs: number): ScaledRow {
  const numbers = Math.ceil((inputs * weightBits[format]) / 128);
  return { numbers, vectors: numbers + Math.ceil(inputs / block / 8) };
}
