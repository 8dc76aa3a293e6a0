import { tooLargeToBind } from "../codes.js";
import { gdaError } from "../error.js";
import { chunksOf, type Chunk, type PlacedSequence } from "./chunks.js";
import type { Steps } from "./steps.js";

/** What a call is cut by. */
export interface Cut {
  /** 1 where the call brings rows to add to y. */
  readonly residual: 0 | 1;
  /** Rows of a chunk that the kernels were made for. */
  readonly chunk: number;
  /** Bytes of the largest binding. */
  readonly binding: number;
}

/**
 * Cuts a call into chunks whose tensors can all be bound; mostly that is as many rows as the kernels
 * were made for. Throws GDA7210 where not even one row can be bound.
 */
export function planChunks(
  sequences: readonly PlacedSequence[],
  steps: Steps,
  { residual, chunk, binding }: Cut,
): readonly Chunk[] {
  const most = Math.max(...sequences.map(({ rows }) => rows));
  const total = sequences.reduce((sum, { rows }) => sum + rows, 0);
  for (let rows = Math.min(chunk, total); ; rows = Math.ceil(rows / 2)) {
    const largest = {
      rows,
      sequences: Math.min(rows, sequences.length),
      most_rows: Math.min(rows, most),
      residual,
    };
    const tooLarge = steps.needs(largest).find(({ bytes }) => bytes > binding);
    if (tooLarge === undefined) return chunksOf(sequences, rows);
    if (rows > 1) continue;
    throw gdaError(tooLargeToBind, {
      what: `The tensor \`${tooLarge.name}\` of one token`,
      needed: tooLarge.bytes,
      available: binding,
      advice: "Make a cache of a smaller capacity, or use an adapter that binds more.",
    });
  }
}
