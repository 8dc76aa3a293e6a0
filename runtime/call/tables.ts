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
 * sequence, where in this table its blocks begin, keys in the cache once the whole call is appended,
 * length of the prefix, 0, 0. Then for each sequence the units of its blocks.
 */
function sequences({ parts }: Chunk): Uint32Array<ArrayBuffer> {
  const entries = parts.length * SEQUENCE_WIDTH;
  const blocks = parts.reduce((sum, { table }) => sum + table.blocks.length, 0);
  const all = new Uint32Array(entries + blocks);
  let next = entries;
  parts.forEach(({ firstRow, rows, position, keys, prefix, table }, i) => {
    all.set([firstRow, rows, position, next, keys, prefix], i * SEQUENCE_WIDTH);
    for (const block of table.blocks) all[next++] = block * table.stride;
  });
  return all;
}

/** u32 [rows, 2]: the unit of the row's block, and the row in it. */
function places({ parts, rows }: Chunk): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(rows * 2);
  for (const { firstRow, rows: count, position, table } of parts) {
    const { block, blocks, stride } = table;
    for (let row = 0; row < count; row++) {
      const key = position + row;
      all[(firstRow + row) * 2] = (blocks[Math.floor(key / block)] ?? 0) * stride;
      all[(firstRow + row) * 2 + 1] = key % block;
    }
  }
  return all;
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
