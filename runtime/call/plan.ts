import { tooLargeToBind } from "../codes.js";
import { gdaError } from "../error.js";
import type { Symbols } from "../size.js";
import { chunksOf, type Chunk, type PlacedSequence } from "./chunks.js";
import { needsOf } from "./room.js";
import type { Steps } from "./steps.js";

/** What a call is cut by. */
export interface Room {
  /** Of the layer and its cache. */
  readonly symbols: Symbols;
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
  { symbols, chunk, binding }: Room,
): readonly Chunk[] {
  const most = Math.max(...sequences.map(({ rows }) => rows));
  const total = sequences.reduce((sum, { rows }) => sum + rows, 0);
  for (let rows = Math.min(chunk, total); ; rows = Math.ceil(rows / 2)) {
    const largest = roomSymbols({
      ...symbols,
      rows,
      sequences: Math.min(rows, sequences.length),
      most_rows: Math.min(rows, most),
    });
    const tooLarge = needsOf(steps.passing, largest).find(({ bytes }) => bytes > binding);
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

/**
 * The symbols that buffers are made for: as if the cache were full, so that none is too small when it
 * fills up.
 */
export function roomSymbols(symbols: Symbols): Symbols {
  return { ...symbols, most_keys: symbols["capacity"] ?? 0 };
}
