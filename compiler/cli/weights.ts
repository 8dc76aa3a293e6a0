import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Weights } from "../../runtime/index.js";
import { openWeights } from "../package/readers.js";
import { noWeights, unreadableFile } from "./codes.js";
import { failure, reasonOf } from "./failure.js";

const INDEX = "model.safetensors.index.json";
const SINGLE = "model.safetensors";

/** Opens weights: a safetensors file, the index of a checkpoint, or the folder of either. */
export function weightsAt(path: string): Promise<Weights> {
  return openWeights(weightsFile(path));
}

/** The safetensors file or the index that a path names, or that lies in its folder. */
export function weightsFile(path: string): string {
  return isFolder(path) ? fileIn(path) : path;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw failure(unreadableFile, { file: path, reason: reasonOf(error) });
  }
}

function fileIn(folder: string): string {
  const known = [INDEX, SINGLE].map((name) => join(folder, name)).find((file) => existsSync(file));
  if (known !== undefined) return known;
  const [only, ...others] = readdirSync(folder).filter((name) => name.endsWith(".safetensors"));
  if (only !== undefined && others.length === 0) return join(folder, only);
  throw failure(noWeights, { folder }, `Name a file, or put \`${INDEX}\` into the folder.`);
}
