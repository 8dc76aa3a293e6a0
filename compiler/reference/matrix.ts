import { type Numbers, float64 } from "./weights.js";

/** A row-major matrix in float64. Its rows are views: what is written to them is written to it. */
export class Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;

  constructor(
    rows: number,
    columns: number,
    data: Float64Array = new Float64Array(rows * columns),
  ) {
    if (!Number.isInteger(rows) || data.length !== rows * columns) {
      throw new RangeError(`${data.length} numbers are not a ${rows} × ${columns} matrix`);
    }
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  row(index: number): Float64Array {
    return this.data.subarray(index * this.columns, (index + 1) * this.columns);
  }

  /** The same numbers in rows of another width: the heads of all tokens, one a row, or back. */
  as(columns: number): Matrix {
    return new Matrix(this.data.length / columns, columns, this.data);
  }

  /** Each row mapped to a new one, of any width. */
  mapRows(map: (row: Float64Array, index: number) => Float64Array, columns = this.columns): Matrix {
    const mapped = new Matrix(this.rows, columns);
    for (let index = 0; index < this.rows; index++) {
      mapped.row(index).set(map(this.row(index), index));
    }
    return mapped;
  }

  /** A copy of some rows. */
  take(rows: readonly number[]): Matrix {
    return new Matrix(rows.length, this.columns, takeRows(this.data, this.columns, rows));
  }
}

/** Some rows of a stored matrix, in float64. */
export function takeRows(stored: Numbers, columns: number, rows: readonly number[]): Float64Array {
  const taken = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    if (!(row >= 0 && row < stored.length / columns))
      throw new RangeError(`there is no row ${row}`);
    taken.set(stored.subarray(row * columns, (row + 1) * columns), i * columns);
  });
  return taken;
}

/** Σᵢ aᵢ·bᵢ */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** a ← a + factor · b */
export function addScaled(a: Float64Array, factor: number, b: Float64Array): void {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] ?? 0) + factor * (b[i] ?? 0);
}

/** x · weightᵀ + bias: `weight` is out × in, as stored. */
export function linear(x: Matrix, weight: Numbers, bias?: Numbers): Matrix {
  const y = new Matrix(x.rows, weight.length / x.columns);
  for (let first = 0; first < y.columns; first += 4) {
    const block = fourRows(weight, first, x.columns);
    for (let token = 0; token < x.rows; token++) {
      const sums = fourDots(x.row(token), block).slice(0, y.columns - first);
      y.row(token).set(sums, first);
    }
  }
  if (!bias) return y;
  const offsets = float64(bias);
  return y.mapRows((row) => row.map((value, i) => value + (offsets[i] ?? 0)));
}

type Four<T> = readonly [T, T, T, T];

/** Rows `first` to `first + 3` of a stored matrix in float64; zeros below its end. */
function fourRows(weight: Numbers, first: number, columns: number): Four<Float64Array> {
  const row = (index: number): Float64Array => {
    const stored = weight.subarray(index * columns, (index + 1) * columns);
    const copy = new Float64Array(columns);
    copy.set(stored);
    return copy;
  };
  return [row(first), row(first + 1), row(first + 2), row(first + 3)];
}

/** Four dot products in one pass over `x`, which is what makes a layer of true size take seconds. */
function fourDots(x: Float64Array, [a, b, c, d]: Four<Float64Array>): Four<number> {
  let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    const xi = x[i] ?? 0;
    sumA += xi * (a[i] ?? 0);
    sumB += xi * (b[i] ?? 0);
    sumC += xi * (c[i] ?? 0);
    sumD += xi * (d[i] ?? 0);
  }
  return [sumA, sumB, sumC, sumD];
}
