import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Rewrite } from "../grow/rewrite.js";
import { Applier } from "../grow/apply.js";
import { inDraft, syncFolder } from "./draft.js";
import { buffersOf, checkFit } from "./fit.js";
import { layOut, sourcesOf, type Layout, type Shard } from "./layout.js";
import type { SourceCheckpoint } from "./source.js";

export interface WriteOptions {
  /** Text files beside the weights, by name: `model.gda`, `config.json`. */
  readonly texts?: ReadonlyMap<string, string>;
  /**
   * Bytes of tensors in a file at most; a larger tensor has a file of its own. Left out: as many as
   * in the source's largest file, and one file for a source of one file.
   */
  readonly shardBytes?: number | undefined;
  /** Replaces a checkpoint that is there. */
  readonly force?: boolean;
  readonly onProgress?: (progress: WriteProgress) => void;
  readonly signal?: AbortSignal;
}

/** In bytes of tensors. */
export interface WriteProgress {
  readonly file: string;
  readonly done: number;
  readonly total: number;
}

export interface WrittenCheckpoint {
  /** The names of the files with tensors. */
  readonly files: readonly string[];
  /** Of these files. */
  readonly bytes: number;
  readonly tensors: number;
  /** Tensors of the source that are buffers and no weights, of which nothing was made. */
  readonly leftOut: readonly string[];
}

/**
 * Makes a checkpoint of another one as a table says, tensor after tensor and block after block of
 * rows, so that memory does not grow with it. `target` is a folder; it is written whole or not at
 * all (see `inDraft`), as one file or sharded with an index like the source.
 *
 * Throws GDA8211 for a source that does not have the table's tensors and those alone, GDA8212 and
 * GDA8213 for weights that are not finite or would not be, GDA8214 to GDA8219 for what is wrong with
 * the target, GDA7309 for a source that cannot be read.
 */
export async function writeCheckpoint(
  rewrites: readonly Rewrite[],
  source: SourceCheckpoint,
  target: string,
  options: WriteOptions = {},
): Promise<WrittenCheckpoint> {
  checkFit(sourcesOf(rewrites), source, "Does the spec say how the checkpoint was made?");
  const shardBytes = options.shardBytes ?? (source.sharded ? source.shardBytes : undefined);
  const layout = layOut(rewrites, source.weights, source.metadata, shardBytes);
  const texts = new Map([...indexOf(layout, source.sharded), ...(options.texts ?? [])]);
  await inDraft(target, source, layout.fileBytes, options.force ?? false, async (draft) => {
    const applier = new Applier(source.weights);
    let done = 0;
    for (const shard of layout.shards) {
      await writeShard(join(draft, shard.file), shard, applier, (bytes) => {
        options.signal?.throwIfAborted();
        done += bytes;
        options.onProgress?.({ file: shard.file, done, total: layout.tensorBytes });
      });
    }
    for (const [name, text] of texts) await writeFile(join(draft, name), text, { flush: true });
    await syncFolder(draft);
  });
  return {
    files: layout.shards.map(({ file }) => file),
    bytes: layout.fileBytes,
    tensors: rewrites.length,
    leftOut: buffersOf(source.weights),
  };
}

async function writeShard(
  path: string,
  { header, tensors }: Shard,
  applier: Applier,
  each: (bytes: number) => void,
): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(header);
    for (const { rewrite, dtype } of tensors) {
      for await (const block of applier.blocks(rewrite, dtype)) {
        await file.writeFile(block);
        each(block.byteLength);
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The index of a sharded checkpoint, as `transformers` writes and reads it. */
function indexOf(
  { shards, tensorBytes, parameters }: Layout,
  sharded: boolean,
): readonly (readonly [string, string])[] {
  if (!sharded && shards.length === 1) return [];
  const files = shards.flatMap(({ file, tensors }) =>
    tensors.map(({ rewrite }) => [rewrite.target.name, file] as const),
  );
  const index = {
    metadata: { total_parameters: parameters, total_size: tensorBytes },
    weight_map: Object.fromEntries(files),
  };
  return [["model.safetensors.index.json", `${JSON.stringify(index, null, 2)}\n`]];
}
