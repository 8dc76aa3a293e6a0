import { readFile } from "node:fs/promises";
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
  const analysis = analyze("spec.gda", {
    read: (name) => (name === "spec.gda" ? text : undefined),
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
