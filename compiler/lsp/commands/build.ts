import { packageOfModel, writePackage } from "../../package/index.js";
import { portable } from "../../target/portable.js";
import type { View } from "../document.js";
import type { BuildWanted, Built, Refusal } from "./protocol.js";
import { modelOf } from "./subject.js";

/**
 * Writes a package of all layers of a model for the portable target, as `gda build` does.
 * Throws as `writePackage` does.
 */
export async function buildCommand(view: View, wanted: BuildWanted): Promise<Built | Refusal> {
  const model = modelOf(view, wanted);
  if ("problem" in model) return model;
  const { diagnostics, files } = await packageOfModel({
    analysis: view.analysis,
    model,
    layers: model.layers,
    targets: [portable],
  });
  if (files === undefined) return { problem: diagnostics[0]?.message ?? "", names: [] };
  const { written, unchanged, removed } = await writePackage(wanted.folder, files);
  const counts = { unchanged: unchanged.length, removed: removed.length };
  return { name: model.name, written: written.length, ...counts };
}
