import type { FloatDtype } from "../../runtime/weights/dtype.js";
import { decodeInto, elementsFor, roundInto, type Elements } from "../checkpoint/elements.js";
import type { PairedColumns } from "./apply-columns.js";
import { widthOf, type RowBlock } from "./apply-rows.js";
import { NormalNoise } from "./noise.js";
import type { CopyRewrite } from "./rewrite.js";

/**
 * Writes the copies that get paired noise: w + N and w − N, so rounded that they still cancel.
 *
 * Rounded each for itself, their sum would miss 2w by up to half a unit in the last place of each.
 * So only the larger of the two in magnitude, w + N with N of w's sign, is rounded; the smaller is
 * what is left of 2w, which is a number of the dtype wherever |w| + |N| is less than four times the
 * power of two below |w|, and so at least wherever |N| ≤ |w|: there the sum is 2w exactly, for a w
 * that the dtype has. Elsewhere it misses 2w by at most half a unit in the last place of the smaller.
 */
export class PairWriter {
  readonly #columns: readonly (PairedColumns & { readonly scratch: Scratch })[];
  readonly #dtype: FloatDtype;
  readonly #deviation: number;
  readonly #noise: NormalNoise;
  readonly #width: { readonly source: number; readonly target: number };
  readonly #rows: number;

  constructor(
    { source, target, noise }: CopyRewrite,
    columns: readonly PairedColumns[],
    dtype: FloatDtype,
    deviation: number,
  ) {
    const counts = new Set(columns.map(({ count }) => count));
    const scratches = new Map([...counts].map((count) => [count, scratchFor(dtype, count)]));
    this.#columns = columns.flatMap((each) => {
      const scratch = scratches.get(each.count);
      return scratch ? [{ ...each, scratch }] : [];
    });
    this.#dtype = dtype;
    this.#deviation = deviation;
    this.#noise = new NormalNoise(noise?.seed ?? 0, target.name);
    this.#width = { source: widthOf(source.shape), target: widthOf(target.shape) };
    this.#rows = target.shape[0] ?? 1;
  }

  /** Fills the paired columns of a block of target rows, whose source rows are `found`. */
  write(out: Elements, found: Elements, { at, count }: RowBlock): void {
    for (let row = 0; row < count; row++) {
      for (const columns of this.#columns) {
        const { first, pair, factor, plus, minus, scratch } = columns;
        const start = row * this.#width.source + first;
        const outStart = row * this.#width.target;
        const deviation = this.#deviation * Math.abs(factor);
        const from = found.subarray(start, start + columns.count);
        decodeInto(scratch.values, from, this.#dtype, factor);
        this.#noise.fill(scratch.drawn, pair * this.#rows + at + row, first, deviation);
        roundBoth(scratch, this.#dtype);
        if (plus !== undefined) put(out, outStart + plus, scratch, 0);
        if (minus !== undefined) put(out, outStart + minus, scratch, 1);
      }
    }
  }
}

/** Room for some columns of one row, made once: it is used for every row. */
interface Scratch {
  readonly values: Float64Array;
  readonly drawn: Float64Array;
  /** The same as words: every second one has a sign. */
  readonly valueWords: Uint32Array;
  readonly drawnWords: Uint32Array;
  readonly larger: Float64Array;
  /** 1 where the noise has the other sign than the weight, else 0. */
  readonly against: Uint8Array;
  /** The larger of all, and after them the smaller. */
  readonly both: Elements;
  readonly roundedLarger: Elements;
  readonly roundedSmaller: Elements;
}

function scratchFor(dtype: FloatDtype, count: number): Scratch {
  const values = new Float64Array(count);
  const drawn = new Float64Array(count);
  const both = elementsFor(dtype, 2 * count);
  return {
    values,
    drawn,
    valueWords: new Uint32Array(values.buffer),
    drawnWords: new Uint32Array(drawn.buffer),
    larger: new Float64Array(count),
    against: new Uint8Array(count),
    both,
    roundedLarger: both.subarray(0, count),
    roundedSmaller: both.subarray(count),
  };
}

/** Rounds the larger of each pair, and what is left of 2w for the smaller. */
function roundBoth(scratch: Scratch, dtype: FloatDtype): void {
  const { values, drawn, valueWords, drawnWords, larger, against } = scratch;
  // Signs are random: a branch on them would be guessed wrong half of the time.
  for (let i = 0; i < values.length; i++) {
    const sign = 2 * i + 1;
    const differ = ((valueWords[sign] ?? 0) ^ (drawnWords[sign] ?? 0)) >>> 31;
    against[i] = differ;
    larger[i] = (values[i] ?? 0) + (drawn[i] ?? 0) * (1 - 2 * differ);
  }
  roundInto(scratch.roundedLarger, larger, dtype);
  decodeInto(larger, scratch.roundedLarger, dtype, 1);
  for (let i = 0; i < values.length; i++) values[i] = 2 * (values[i] ?? 0) - (larger[i] ?? 0);
  roundInto(scratch.roundedSmaller, values, dtype);
}

/** w + N (side 0) is the larger one unless the noise is against it, w − N (side 1) the other. */
function put(out: Elements, start: number, { both, against }: Scratch, side: 0 | 1): void {
  const count = against.length;
  for (let i = 0; i < count; i++) {
    out[start + i] = both[i + count * ((against[i] ?? 0) ^ side)] ?? 0;
  }
}
