import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PackageReader } from "../../runtime/package/package.js";
import { checkpoint } from "../../runtime/weights/checkpoint.js";
import { safetensors } from "../../runtime/weights/safetensors.js";
import type { Weights } from "../../runtime/weights/weights.js";

/** Reads a package from a folder. */
export function folderReader(folder: string): PackageReader {
  return (path) => readFile(join(folder, path));
}

/**
 * Opens weights on disk: a safetensors file, or the index of a sharded checkpoint. Data are read in
 * ranges when a layer loads. Throws as `safetensors` and `checkpoint` of the runtime do.
 */
export async function openWeights(file: string): Promise<Weights> {
  if (!file.endsWith(".json")) return safetensors(await openAsBlob(file), file);
  return checkpoint(
    await openAsBlob(file),
    (shard) => openAsBlob(join(dirname(file), shard)),
    file,
  );
}
