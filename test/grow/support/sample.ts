import { existsSync } from "node:fs";
import { join } from "node:path";
import { openCheckpoint } from "../../../compiler/checkpoint/source.js";
import {
  writeCheckpoint,
  type WriteOptions,
  type WrittenCheckpoint,
} from "../../../compiler/checkpoint/write.js";
import type { Rewrite } from "../../../compiler/grow/rewrite.js";
import { randomNumbers } from "../../../compiler/reference/random.js";
import type { Tensors } from "./folder.js";
import { storedAs } from "./numbers.js";
import { stored, tiled } from "./table.js";

const numbers = (name: string, count: number): Float32Array => randomNumbers(1, name, count);

/** A checkpoint of three tensors in two dtypes. */
export const sample: Tensors = {
  up: storedAs("BF16", [6, 4], numbers("up", 24)),
  norm: storedAs("F32", [4], numbers("norm", 4)),
  down: storedAs("BF16", [4, 6], numbers("down", 24)),
};

const up = stored("up", 6, 4);
const noise = { snr: 10, seed: 1 };

/** Makes it twice as wide, with a new tensor. */
export const sampleTable: readonly Rewrite[] = [
  tiled("grown.up", up, { rows: 2, columns: 2 }, noise),
  tiled("grown.norm", stored("norm", 4), { rows: 2, columns: 1 }),
  tiled("grown.down", stored("down", 4, 6), { rows: 2, columns: 2 }, noise),
  { kind: "fill", target: stored("grown.zero", 5), value: 0, like: up },
];

/** Applies the table to the checkpoint in `folder/source`, by its index if it has one. */
export async function writeSample(
  folder: string,
  options: WriteOptions = {},
  out = join(folder, "out"),
): Promise<WrittenCheckpoint> {
  const from = join(folder, "source");
  const index = join(from, "model.safetensors.index.json");
  const file = existsSync(index) ? index : join(from, "model.safetensors");
  const source = await openCheckpoint(file, from);
  try {
    return await writeCheckpoint(sampleTable, source, out, options);
  } finally {
    await source.close();
  }
}
