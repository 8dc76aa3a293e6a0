import { DTYPE_BYTES } from "./dtype.js";
import { readHeader, type StoredTensor } from "./header.js";
import { readerOf, type ReadableSource } from "./reader.js";
import type { Weights } from "./weights.js";

/** The weights of one safetensors file, with the texts that it carries. */
export interface Safetensors extends Weights {
  readonly tensors: ReadonlyMap<string, StoredTensor>;
  readonly metadata: ReadonlyMap<string, string>;
}

/**
 * Opens a safetensors file. Only its header is read; data are read in ranges when a layer loads.
 * `name` is what messages call it. Throws GDA7301 for a file that is not sound, GDA7309 for one that
 * cannot be read.
 */
export async function safetensors(
  source: ReadableSource,
  name = "weights.safetensors",
): Promise<Safetensors> {
  const reader = readerOf(source, name);
  const { metadata, tensors } = await readHeader(reader);
  return {
    metadata,
    tensors,
    read: async (tensor, first, count) => {
      const stored = tensors.get(tensor);
      const start = stored === undefined ? 0 : stored.start + first * DTYPE_BYTES[stored.dtype];
      const end = stored === undefined ? 0 : start + count * DTYPE_BYTES[stored.dtype];
      if (stored === undefined || end > stored.end) {
        throw new RangeError(`${tensor} has no elements ${first} to ${first + count}`);
      }
      return reader.read(start, end);
    },
  };
}
