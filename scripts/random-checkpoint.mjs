// Writes a checkpoint of random weights for the first model of a spec, to try growth on:
// `node scripts/random-checkpoint.mjs examples/small-growth.gda seed`.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { analyze } from "../dist/compiler/analyze.js";
import { storedTensors } from "../dist/compiler/checkpoint/stored.js";
import { distribution, randomNumbers } from "../dist/compiler/reference/random.js";
import { tensor, writeSafetensors } from "../dist/runtime/index.js";

const [file, folder] = process.argv.slice(2);
if (file === undefined || folder === undefined) {
  throw new Error("Name a spec and the folder to write.");
}
const text = await readFile(file, "utf8");
const { models } = analyze(file, { read: (name) => (name === file ? text : undefined) });
const [model] = models;
if (model === undefined) throw new Error(`${file} has no model without a mistake.`);

const weights = storedTensors(model).map(({ name, tensor: part, shape }) => {
  const length = shape.reduce((product, size) => product * size, 1);
  const numbers = randomNumbers(1, name, length, distribution({ name: part, shape }));
  return /** @type {const} */ ([name, tensor(shape, numbers)]);
});
await mkdir(folder);
await writeFile(join(folder, "model.safetensors"), writeSafetensors(new Map(weights)));
process.stdout.write(`${join(folder, "model.safetensors")}: ${weights.length} tensors, float32\n`);
