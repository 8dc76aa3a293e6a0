import type { TensorEntry } from "../manifest.js";
import type { Chunk } from "./chunks.js";

/** Numbers of one row of the table `sequences`. */
const SEQUENCE_WIDTH = 8;

/** Makes the contents of a table tensor for a chunk; `undefined` for a tensor of another role. */
export function tableFor(
  tensor: TensorEntry,
  chunk: Chunk,
): Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer> | undefined {
  if (tensor.role === "sequences") return sequences(chunk);
  if (tensor.role === "places") return places(chunk);
  if (tensor.role === "angles") return angles(chunk, tensor.frequencies ?? [], tensor.gain ?? 1);
  return undefined;
}

/**
 * u32 [sequences, 8]: first row in the chunk, rows in the chunk, position of the first row in its
 * sequence, slot, keys in the cache once the whole call is appended, length of the prefix, 0, 0.
 */
function sequences({ parts }: Chunk): Uint32Array<ArrayBuffer> {
  const table = new Uint32Array(parts.length * SEQUENCE_WIDTH);
  parts.forEach(({ firstRow, rows, position, slot, keys, prefix }, i) => {
    table.set([firstRow, rows, position, slot, keys, prefix], i * SEQUENCE_WIDTH);
  });
  return table;
}

/** u32 [rows, 2]: slot and position. */
function places({ parts, rows }: Chunk): Uint32Array<ArrayBuffer> {
  const table = new Uint32Array(rows * 2);
  for (const part of parts) {
    for (let row = 0; row < part.rows; row++) {
      table[(part.firstRow + row) * 2] = part.slot;
      table[(part.firstRow + row) * 2 + 1] = part.position + row;
    }
  }
  return table;
}

/**
 * f32 [rows, frequencies, 2]: cosine and sine of position × frequency, times the gain. In float64 on
 * the host, since adapters compute sines of large angles badly.
 */
function angles(
  { parts, rows }: Chunk,
  frequencies: readonly number[],
  gain: number,
): Float32Array<ArrayBuffer> {
  const table = new Float32Array(rows * frequencies.length * 2);
  for (const part of parts) {
    let at = part.firstRow * frequencies.length * 2;
    for (let row = 0; row < part.rows; row++) {
      for (const frequency of frequencies) {
        const angle = (part.position + row) * frequency;
        table[at++] = Math.cos(angle) * gain;
        table[at++] = Math.sin(angle) * gain;
      }
    }
  }
  return table;
}
