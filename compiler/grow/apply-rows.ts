import { sizeOf, type FloatDtype } from "../../runtime/weights/dtype.js";
import { gdaError } from "../../runtime/error.js";
import type { Weights } from "../../runtime/weights/weights.js";
import { notFinite } from "../checkpoint/codes.js";
import { type Elements, elementsOf, firstNotFinite, valueOf } from "../checkpoint/elements.js";
import type { Run } from "./rewrite.js";

/** Consecutive rows of a target, and the source rows that they are. */
export interface RowBlock {
  readonly at: number;
  readonly count: number;
  readonly runs: readonly Run[];
}

/** Cuts the rows of a target into blocks of at most `most` rows. */
export function* rowBlocks(rows: readonly Run[], most: number): Generator<RowBlock> {
  let at = 0;
  let count = 0;
  let runs: Run[] = [];
  for (const { first, count: all } of rows) {
    for (let done = 0; done < all;) {
      const part = Math.min(all - done, most - count);
      runs.push({ first: first + done, count: part });
      done += part;
      count += part;
      if (count < most) continue;
      yield { at, count, runs };
      at += count;
      count = 0;
      runs = [];
    }
  }
  if (count > 0) yield { at, count, runs };
}

/** A tensor of a source checkpoint. */
export interface SourceMatrix {
  readonly weights: Weights;
  readonly name: string;
  readonly dtype: FloatDtype;
  readonly shape: readonly number[];
}

/** Elements of a row; a vector is a matrix of one column. */
export function widthOf(shape: readonly number[]): number {
  return sizeOf(shape.slice(1));
}

/**
 * The source rows of a block into `target`, one after the other. Rows that lie near each other are
 * read at once. Throws GDA8212 for an element that is not finite.
 */
export async function readBlock(
  matrix: SourceMatrix,
  { runs, count }: RowBlock,
  target: Elements,
): Promise<void> {
  const width = widthOf(matrix.shape);
  const first = runs.reduce((least, run) => Math.min(least, run.first), Infinity);
  const end = runs.reduce((most, run) => Math.max(most, run.first + run.count), 0);
  const isNear = end - first <= 2 * count;
  const span = isNear ? await readRows(matrix, { first, count: end - first }) : undefined;
  let at = 0;
  for (const run of runs) {
    const start = (run.first - first) * width;
    const rows = span?.subarray(start, start + run.count * width) ?? (await readRows(matrix, run));
    target.set(rows, at);
    at += rows.length;
  }
}

/** Rows of a tensor, all of them finite; else throws GDA8212. */
export async function readRows(
  { weights, name, dtype, shape }: SourceMatrix,
  { first, count }: Run,
): Promise<Elements> {
  const width = widthOf(shape);
  const elements = elementsOf(await weights.read(name, first * width, count * width), dtype);
  const bad = firstNotFinite(elements, dtype);
  if (bad < 0) return elements;
  const value = valueOf(elements[bad], dtype);
  throw gdaError(notFinite, { tensor: name, place: placeOf(shape, first * width + bad), value });
}

/** How messages name an element of a tensor. */
export function placeOf(shape: readonly number[], index: number): string {
  const width = widthOf(shape);
  const row = Math.floor(index / width);
  return shape.length > 1 ? `[${row}, ${index % width}]` : `[${row}]`;
}
