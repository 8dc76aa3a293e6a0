import { gdaError } from "../../runtime/error.js";
import { overflow } from "../checkpoint/codes.js";
import {
  bytesOf,
  decodeInto,
  elementsFor,
  firstNotFinite,
  roundInto,
  type Elements,
} from "../checkpoint/elements.js";
import { columnPlan, type PlainColumns } from "./apply-columns.js";
import { PairWriter } from "./apply-pairs.js";
import { placeOf, readBlock, rowBlocks, widthOf, type SourceMatrix } from "./apply-rows.js";
import type { CopyRewrite } from "./rewrite.js";

/**
 * The bytes of a copied tensor, block after block of whole rows; each stands until the next is asked
 * for. Arithmetic is float64, rounded once. `deviation` is that of N where the factor is 1.
 *
 * Throws GDA8212 for a source element that is not finite, GDA8213 for one of the target that is too
 * large for its dtype.
 */
export async function* copyBlocks(
  rewrite: CopyRewrite,
  source: SourceMatrix,
  deviation: number,
  blockElements: number,
): AsyncGenerator<Uint8Array> {
  const { target, rows } = rewrite;
  const { dtype } = source;
  const width = { source: widthOf(source.shape), target: widthOf(target.shape) };
  const fitting = Math.floor(blockElements / Math.max(width.source, width.target));
  const most = Math.max(1, Math.min(fitting, target.shape[0] ?? 1));
  const { plain, paired } = columnPlan(rewrite);
  const isScaled = plain.some(({ factor }) => factor !== 1);
  const pairs = new PairWriter(rewrite, paired, dtype, deviation);
  const stored = elementsFor(dtype, most * width.source);
  const made = elementsFor(dtype, most * width.target);
  const values = new Float64Array(isScaled ? stored.length : 0);
  const scaled = new Float64Array(isScaled ? made.length : 0);

  for (const block of rowBlocks(rows, most)) {
    const found = stored.subarray(0, block.count * width.source);
    const out = made.subarray(0, block.count * width.target);
    await readBlock(source, block, found);
    if (isScaled) {
      decodeInto(values, found, dtype, 1);
      scaleColumns(scaled, values, block.count, width, plain);
      roundInto(out, scaled, dtype);
    } else {
      copyColumns(out, found, block.count, width, plain);
    }
    pairs.write(out, found, block);
    const bad = firstNotFinite(out, dtype);
    if (bad >= 0) {
      const place = placeOf(target.shape, block.at * width.target + bad);
      throw gdaError(overflow, { tensor: target.name, place, dtype });
    }
    yield bytesOf(out);
  }
}

interface Width {
  readonly source: number;
  readonly target: number;
}

function copyColumns(
  out: Elements,
  from: Elements,
  rows: number,
  width: Width,
  columns: readonly PlainColumns[],
): void {
  if (columns.some(({ count }) => count === width.source && count === width.target)) {
    out.set(from);
    return;
  }
  for (let row = 0; row < rows; row++) {
    for (const { first, count, at } of columns) {
      const start = row * width.source + first;
      out.set(from.subarray(start, start + count), row * width.target + at);
    }
  }
}

function scaleColumns(
  out: Float64Array,
  from: Float64Array,
  rows: number,
  width: Width,
  columns: readonly PlainColumns[],
): void {
  for (let row = 0; row < rows; row++) {
    for (const { first, count, at, factor } of columns) {
      const start = row * width.source + first;
      const outStart = row * width.target + at;
      for (let i = 0; i < count; i++) out[outStart + i] = (from[start + i] ?? 0) * factor;
    }
  }
}
