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
  readonly #columns: readonly PairedColumns[];
  readonly #dtype: FloatDtype;
  readonly #deviation: number;
  readonly #noise: NormalNoise;
  readonly #width: { readonly source: number; readonly target: number };
  readonly #rows: number;
  readonly #values: Float64Array;
  readonly #drawn: Float64Array;
  /** The same as words: every second one has a sign. */
  readonly #valueWords: Uint32Array;
  readonly #drawnWords: Uint32Array;
  readonly #larger: Float64Array;
  /** 1 where the noise has the other sign than the weight, else 0. */
  readonly #against: Uint8Array;
  /** The larger of all, and after them the smaller. */
  readonly #both: Elements;

  constructor(
    { source, target, noise }: CopyRewrite,
    columns: readonly PairedColumns[],
    dtype: FloatDtype,
    deviation: number,
  ) {
    const most = columns.reduce((widest, { count }) => Math.max(widest, count), 0);
    this.#columns = columns;
    this.#dtype = dtype;
    this.#deviation = deviation;
    this.#noise = new NormalNoise(noise?.seed ?? 0, target.name);
    this.#width = { source: widthOf(source.shape), target: widthOf(target.shape) };
    this.#rows = target.shape[0] ?? 1;
    this.#values = new Float64Array(most);
    this.#drawn = new Float64Array(most);
    this.#valueWords = new Uint32Array(this.#values.buffer);
    this.#drawnWords = new Uint32Array(this.#drawn.buffer);
    this.#larger = new Float64Array(most);
    this.#against = new Uint8Array(most);
    this.#both = elementsFor(dtype, 2 * most);
  }

  /** Fills the paired columns of a block of target rows, whose source rows are `found`. */
  write(out: Elements, found: Elements, { at, count }: RowBlock): void {
    for (let row = 0; row < count; row++) {
      for (const columns of this.#columns) {
        const start = row * this.#width.source + columns.first;
        this.#draw(columns, at + row, found.subarray(start, start + columns.count));
        const outStart = row * this.#width.target;
        const { plus, minus } = columns;
        for (const [place, side] of [
          [plus, 0],
          [minus, 1],
        ] as const) {
          if (place === undefined) continue;
          this.#put(out.subarray(outStart + place, outStart + place + columns.count), side);
        }
      }
    }
  }

  /** Both copies of some columns of a row. */
  #draw({ first, count, pair, factor }: PairedColumns, row: number, from: Elements): void {
    const dtype = this.#dtype;
    const values = this.#values.subarray(0, count);
    const drawn = this.#drawn.subarray(0, count);
    const larger = this.#larger.subarray(0, count);
    const [valueWords, drawnWords, against] = [this.#valueWords, this.#drawnWords, this.#against];
    decodeInto(values, from, dtype, factor);
    this.#noise.fill(drawn, pair * this.#rows + row, first, this.#deviation * Math.abs(factor));
    // Signs are random: a branch on them would be guessed wrong half of the time.
    for (let i = 0; i < count; i++) {
      const sign = 2 * i + 1;
      const differ = ((valueWords[sign] ?? 0) ^ (drawnWords[sign] ?? 0)) >>> 31;
      against[i] = differ;
      larger[i] = (values[i] ?? 0) + (drawn[i] ?? 0) * (1 - 2 * differ);
    }
    const rounded = this.#both.subarray(0, count);
    roundInto(rounded, larger, dtype);
    decodeInto(larger, rounded, dtype, 1);
    for (let i = 0; i < count; i++) values[i] = 2 * (values[i] ?? 0) - (larger[i] ?? 0);
    roundInto(this.#both.subarray(count, 2 * count), values, dtype);
  }

  /** w + N (side 0) is the larger one unless the noise is against it, w − N (side 1) the other. */
  #put(out: Elements, side: 0 | 1): void {
    const [both, against] = [this.#both, this.#against];
    const count = out.length;
    for (let i = 0; i < count; i++) out[i] = both[i + count * ((against[i] ?? 0) ^ side)] ?? 0;
  }
}
