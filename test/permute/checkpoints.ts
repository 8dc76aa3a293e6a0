import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openCheckpoint } from "../../compiler/checkpoint/source.js";
import { storedTensors } from "../../compiler/checkpoint/stored.js";
import { permute } from "../../compiler/permute/apply.js";
import { movesOf } from "../../compiler/permute/rewrites.js";
import { storedAs, type Storage } from "../../compiler/permute/stored-as.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";
import { tensor, type Tensor } from "../../runtime/weights/tensor.js";
import { writeSafetensors } from "../../runtime/weights/write.js";
import { randomTensors } from "../grow/small-model.js";

/** A folder that is gone after the test. */
export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "gda-permute-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** The only file of a checkpoint. */
export const fileIn = (folder: string): string => join(folder, "model.safetensors");

/** Writes a random checkpoint of a model: float32, or finite half floats of any bits. */
export async function writeRandom(
  model: ModelPlan,
  folder: string,
  dtype: "F32" | "F16",
): Promise<void> {
  const numbers = randomTensors(model, 3);
  const tensors = storedTensors(model).map(({ name, shape }): [string, Tensor] => {
    const values = Float32Array.from(numbers.get(name) ?? []);
    if (dtype === "F32") return [name, tensor(shape, values)];
    const bits = Uint16Array.from(values, (_, i) => (i * 40_503) % 0x7c00);
    return [name, tensor(shape, bits, "F16")];
  });
  await writeFile(fileIn(folder), writeSafetensors(new Map(tensors)));
}

/** Stores a checkpoint in another way; gives the model that reads it. */
export async function restored(
  model: ModelPlan,
  storage: Storage,
  from: string,
  to: string,
): Promise<ModelPlan> {
  const target = storedAs(model, storage);
  const source = await openCheckpoint(fileIn(from), from);
  try {
    await permute(model, target, movesOf(model, target), source, to, {});
  } finally {
    await source.close();
  }
  return target;
}
