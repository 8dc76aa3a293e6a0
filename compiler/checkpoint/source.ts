import { dirname, join } from "node:path";
import { unreadableWeights } from "../../runtime/codes.js";
import { gdaError, reasonOf } from "../../runtime/error.js";
import { checkpoint } from "../../runtime/weights/checkpoint.js";
import { safetensors, type Safetensors } from "../../runtime/weights/safetensors.js";
import type { Weights } from "../../runtime/weights/weights.js";
import { unlistedTensor } from "./codes.js";
import { openFile, type FileReader } from "./file.js";

/** A checkpoint on disk that another one is made of. */
export interface SourceCheckpoint {
  /** What the user named: a file, an index, or the folder of either. */
  readonly path: string;
  readonly weights: Weights;
  /** The files that it is read from. */
  readonly files: readonly string[];
  /** Whether it has an index. */
  readonly sharded: boolean;
  /** Texts that its files carry; of one that stands in several files unlike, the first. */
  readonly metadata: ReadonlyMap<string, string>;
  /** Bytes of tensors in its largest file. */
  readonly shardBytes: number;
  readonly close: () => Promise<void>;
}

/**
 * Opens a safetensors file, or a sharded checkpoint by its index, and reads the header of each file.
 * Throws as `safetensors` and `checkpoint` of the runtime do, and GDA8220 for a tensor that the index
 * leaves out, which would be lost without a word.
 */
export async function openCheckpoint(file: string, path = file): Promise<SourceCheckpoint> {
  // In the order in which they are asked for; several may still be opening when one fails.
  const opened: Promise<FileReader>[] = [];
  const open = (name: string): Promise<FileReader> => {
    const reader = openFile(name);
    opened.push(reader);
    return reader;
  };
  const close = async (): Promise<void> => {
    for (const each of await Promise.allSettled(opened)) {
      if (each.status === "fulfilled") await each.value.close();
    }
  };
  try {
    const first = await openNamed(file, open);
    if (!file.endsWith(".json")) {
      const weights = await safetensors(first);
      return { ...described([weights]), path, weights, files: [file], sharded: false, close };
    }
    const folder = dirname(file);
    const weights = await checkpoint(first, (shard) => open(join(folder, shard)), file);
    const readers = await Promise.all(opened);
    const shards: Safetensors[] = [];
    for (const reader of readers.slice(1)) {
      const shard = await safetensors(reader);
      const tensor = [...shard.tensors.keys()].find((name) => !weights.tensors.has(name));
      if (tensor !== undefined) {
        throw gdaError(unlistedTensor, { file, shard: reader.name, tensor });
      }
      shards.push(shard);
    }
    const files = readers.map(({ name }) => name);
    return { ...described(shards), path, weights, files, sharded: true, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

function described(
  shards: readonly Safetensors[],
): Pick<SourceCheckpoint, "metadata" | "shardBytes"> {
  const metadata = new Map(shards.toReversed().flatMap((shard) => [...shard.metadata]));
  const bytes = shards.map(({ tensors }) =>
    [...tensors.values()].reduce((sum, { start, end }) => sum + end - start, 0),
  );
  return { metadata, shardBytes: Math.max(0, ...bytes) };
}

async function openNamed(
  file: string,
  open: (name: string) => Promise<FileReader>,
): Promise<FileReader> {
  try {
    return await open(file);
  } catch (cause) {
    throw gdaError(unreadableWeights, { file, reason: reasonOf(cause) }, cause);
  }
}
