import { join } from "node:path";
import { hfFiles } from "../hf/export.js";
import type { ModelPlan } from "../plan/plan.js";
import type { ExportOptions } from "./export.js";
import { writeNewFiles } from "./new-files.js";

/** Writes a model's config.json, and the names of its checkpoint's tensors. */
export async function exportHf(model: ModelPlan, { out, force }: ExportOptions): Promise<void> {
  const files = hfFiles(model);
  const paths = [...files].map(([name, text]) => [join(out, name), text] as const);
  await writeNewFiles(new Map(paths), force === true);
  process.stdout.write(`${out}: ${[...files.keys()].join(", ")} of ${model.name}\n`);
}
