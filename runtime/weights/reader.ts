import { unreadableWeights } from "../codes.js";
import { gdaError, reasonOf } from "../error.js";

/** A file, or a part of the network, that is read in ranges. */
export interface Reader {
  /** What messages call it. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` up to, not including, `end`; never asked for more than `size`. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
}

/** What a file can be given as. In Node, `openAsBlob` of `node:fs` gives a blob that is read lazily. */
export type ReadableSource = Blob | ArrayBuffer | Uint8Array | Reader;

/** A reader of any source. What goes wrong while it reads is thrown as GDA7309. */
export function readerOf(source: ReadableSource, name: string): Reader {
  const reader = plainReader(source, name);
  return {
    name: reader.name,
    size: reader.size,
    read: async (start, end) => {
      let bytes: Uint8Array;
      try {
        bytes = await reader.read(start, end);
      } catch (cause) {
        throw unreadable(reader, reasonOf(cause), cause);
      }
      if (bytes.byteLength === end - start) return bytes;
      const reason = `${end - start} bytes from ${start} were asked for, and ${bytes.byteLength} came`;
      throw unreadable(reader, reason);
    },
  };
}

function plainReader(source: ReadableSource, name: string): Reader {
  if (source instanceof Blob) {
    return {
      name: "name" in source && typeof source.name === "string" ? source.name : name,
      size: source.size,
      read: async (start, end) => new Uint8Array(await source.slice(start, end).arrayBuffer()),
    };
  }
  if (source instanceof ArrayBuffer) return plainReader(new Uint8Array(source), name);
  if (source instanceof Uint8Array) {
    return {
      name,
      size: source.byteLength,
      read: (start, end) => Promise.resolve(source.subarray(start, end)),
    };
  }
  return source;
}

function unreadable({ name }: Reader, reason: string, cause?: unknown): Error {
  return gdaError(unreadableWeights, { file: name, reason }, cause);
}
