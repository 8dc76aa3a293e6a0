import { unquantisable } from "../codes.js";
import { gdaError } from "../error.js";
import type { WeightSource } from "../manifest.js";
import type { Span } from "../segments.js";
import { decode } from "./convert.js";
import { BLOCK_BYTES, readFloats, stretches, type Sink, type Stretch } from "./fill.js";
import { quantiseRow } from "./quantise.js";
import { scaledRow, type ScaledFormat } from "./scaled.js";
import type { Weights } from "./weights.js";

/** Bytes of the largest float that a checkpoint may have. */
const MOST_FLOAT_BYTES = 8;

/**
 * Reads rows of a matrix, which may lie in several ranges of checkpoint tensors, and hands them on as
 * whole numbers with scales, some rows at a time. Throws GDA7310 for a value that no block can hold.
 */
export async function readRows(
  weights: Weights,
  source: WeightSource,
  scaled: ScaledFormat,
  columns: number,
  rows: Span,
  sink: Sink,
): Promise<void> {
  const words = 4 * scaledRow(scaled, columns).vectors;
  const most = Math.max(1, Math.floor(BLOCK_BYTES / (columns * MOST_FLOAT_BYTES)));
  const block = new Uint32Array(Math.min(most, rows.count) * words);
  let offset = 0;
  const span = { first: rows.first * columns, count: rows.count * columns };
  for (const stretch of stretches(source, span)) {
    for (let done = 0; done < stretch.count;) {
      const count = Math.min(stretch.count - done, most * columns);
      const first = stretch.first + done;
      const values = await valuesOf(weights, source, { ...stretch, first, count });
      for (let r = 0; r < count / columns; r++) {
        const row = values.subarray(r * columns, (r + 1) * columns);
        const value = quantiseRow(row, scaled, block.subarray(r * words, (r + 1) * words));
        if (value === undefined) continue;
        const { tensor = "" } = stretch;
        const { format } = scaled;
        throw gdaError(unquantisable, { tensor, value, row: first / columns + r, format });
      }
      const bytes = new Uint8Array(block.buffer, 0, (count / columns) * words * 4);
      await sink(offset, bytes);
      offset += bytes.byteLength;
      done += count;
    }
  }
}

async function valuesOf(
  weights: Weights,
  { fill = 0 }: WeightSource,
  { tensor, first, count }: Stretch,
): Promise<Float32Array | Float64Array> {
  if (tensor === undefined) return new Float32Array(count).fill(fill);
  const { dtype, bytes } = await readFloats(weights, tensor, { first, count });
  return decode(bytes, dtype);
}
