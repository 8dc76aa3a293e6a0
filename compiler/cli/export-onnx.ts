import { basename, dirname, join } from "node:path";
import { quantisedExport } from "../onnx/codes.js";
import { onnxFiles } from "../onnx/files.js";
import type { ModelPlan } from "../plan/plan.js";
import type { ExportOptions } from "./export.js";
import { failure } from "./failure.js";
import { selectLayers } from "./layers.js";
import { checkNew, writeNewFiles } from "./new-files.js";
import { withProgress } from "./progress.js";
import { weightsAt } from "./weights.js";

/** Writes a layer as ONNX. */
export async function exportOnnx(model: ModelPlan, options: ExportOptions): Promise<void> {
  const { out, force } = options;
  const { weights: dtype } = model.dtype.value;
  if ("block" in model.dtype.value) throw failure(quantisedExport, { model: model.name, dtype });
  const [layer] = selectLayers(model, String(options.layer ?? 0));
  if (layer === undefined) return;
  // Before gigabytes are read in vain.
  if (!force) checkNew([out]);
  const weights = options.weights === undefined ? undefined : await weightsAt(options.weights);
  const files = await withProgress(`Writing ${out}`, async () => {
    const made = await onnxFiles(model, layer, weights, basename(out));
    const paths = [...made].map(([name, content]) => [join(dirname(out), name), content] as const);
    await writeNewFiles(new Map(paths), force === true);
    return paths.map(([path]) => path);
  });
  const inputs = weights === undefined ? "weights as inputs" : "weights in float32";
  process.stdout.write(
    `${files.toReversed().join(", ")}: layer ${layer.index} of ${model.name}, ${inputs}\n`,
  );
}
