import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Tensor } from "../../../runtime/weights/tensor.js";
import { writeSafetensors } from "../../../runtime/weights/write.js";

/** A new folder, which goes with the test. */
export function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "gda-grow-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export type Tensors = Readonly<Record<string, Tensor>>;

const INDEX = "model.safetensors.index.json";

/** Writes a checkpoint of one file, with the metadata that `transformers` gives it. */
export async function writeSingle(folder: string, tensors: Tensors): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bytes = writeSafetensors(tensors, { format: "pt" });
  await writeFile(join(folder, "model.safetensors"), bytes);
}

/** Writes a checkpoint with a file for each group of tensors, and its index. */
export async function writeSharded(folder: string, shards: readonly Tensors[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const map: Record<string, string> = {};
  for (const [i, tensors] of shards.entries()) {
    const file = `part-${i}.safetensors`;
    await writeFile(join(folder, file), writeSafetensors(tensors, { format: "pt" }));
    for (const name of Object.keys(tensors)) map[name] = file;
  }
  await writeFile(join(folder, INDEX), JSON.stringify({ metadata: {}, weight_map: map }));
}

/** What a folder holds, by name: enough to see that nothing changed. */
export function digests(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [name, createHash("sha256").update(bytes).digest("hex")];
    }),
  );
}
