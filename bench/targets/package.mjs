import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { analyze } from "../../dist/compiler/analyze.js";
import { adapterTarget } from "../../dist/compiler/cli/adapter-target.js";
import { packageOfModel } from "../../dist/compiler/package/of-model.js";
import { generatedWeights } from "../../dist/compiler/run/weights.js";
import { memoryWeights, readPackage } from "../../dist/runtime/index.js";

/**
 * A package of a spec's first model and that model's first layer, and weights for it.
 * @param {string} file
 * @param {GPU} gpu
 * @param {Readonly<Record<string, string>>} replaced texts of the spec, and what stands for them
 */
export async function packaged(file, gpu, replaced = {}) {
  const text = Object.entries(replaced).reduce(
    (sum, [from, to]) => sum.replace(from, to),
    await readFile(file, "utf8"),
  );
  const beside = await specsOf(dirname(file));
  const analysis = analyze("spec.gda", {
    read: (name) => (name === "spec.gda" ? text : beside.get(name)),
  });
  const [model] = analysis.models;
  const layers = model?.layers.slice(0, 1) ?? [];
  if (model === undefined || layers.length === 0) throw new Error(`${file} has no model to run.`);
  const targets = [await adapterTarget(gpu)];
  const { files } = await packageOfModel({ analysis, model, layers, targets });
  if (files === undefined) throw new Error(`${file} makes no package.`);
  const opened = await readPackage((path) =>
    Promise.resolve(new TextEncoder().encode(files.get(path))),
  );
  const [entry] = opened.manifest.layers;
  if (entry === undefined) throw new Error(`${file} has no layer.`);
  return { opened, entry, weights: memoryWeights(generatedWeights(entry, 1)) };
}

/**
 * What a spec may import: the texts of those in its folder.
 * @param {string} folder
 */
async function specsOf(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".gda"));
  const texts = names.map(
    async (name) => /** @type {const} */ ([name, await readFile(join(folder, name), "utf8")]),
  );
  return new Map(await Promise.all(texts));
}
