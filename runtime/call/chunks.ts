import type { BlockTable } from "../cache-layout.js";
import type { Sequence } from "./batch.js";
import type { PassSymbols } from "./bound.js";

/** A sequence with its place in the cache. */
export interface PlacedSequence extends Sequence {
  readonly table: BlockTable;
}

/** Rows of one sequence in a chunk. */
export interface Part extends PlacedSequence {
  /** In the rows of the chunk. */
  readonly firstRow: number;
}

/** Rows that go through the kernels together: those of whole sequences, or of parts of them. */
export interface Chunk {
  /** In the rows of the call. */
  readonly firstRow: number;
  readonly rows: number;
  readonly parts: readonly Part[];
}

/** Cuts the rows of a call, in their order, into chunks of at most `most` rows. */
export function chunksOf(sequences: readonly PlacedSequence[], most: number): readonly Chunk[] {
  interface Open extends Chunk {
    rows: number;
    readonly parts: Part[];
  }
  const chunks: Open[] = [];
  let chunk: Open = { firstRow: 0, rows: 0, parts: [] };
  for (const sequence of sequences) {
    for (let done = 0; done < sequence.rows;) {
      if (chunks.length === 0 || chunk.rows === most) {
        chunk = { firstRow: chunk.firstRow + chunk.rows, rows: 0, parts: [] };
        chunks.push(chunk);
      }
      const rows = Math.min(sequence.rows - done, most - chunk.rows);
      const position = sequence.position + done;
      chunk.parts.push({ ...sequence, rows, position, firstRow: chunk.rows });
      chunk.rows += rows;
      done += rows;
    }
  }
  return chunks;
}

/** What a pass over a chunk is like. */
export function chunkSymbols({ rows, parts }: Chunk): Omit<PassSymbols, "residual"> {
  return {
    rows,
    sequences: parts.length,
    most_rows: Math.max(...parts.map((part) => part.rows)),
    most_keys: Math.max(...parts.map((part) => part.keys)),
  };
}
