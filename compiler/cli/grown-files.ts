import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { GdaError } from "../../runtime/error.js";
import { configOf } from "../hf/export.js";
import type { ModelPlan, StagePlan } from "../plan/plan.js";
import { specText } from "../spec/text.js";
import { brokenConfig } from "../grow/codes.js";
import { failure } from "./failure.js";
import { readTextFile } from "./files.js";

/** The texts beside a grown checkpoint, and what is to be said about them. */
export interface GrownFiles {
  readonly texts: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/**
 * The grown model's spec, and its config.json where checkpoints of its family are read by one. What
 * the config beside the source says beyond the model, such as token ids and where its code is, stays.
 */
export function grownFiles(stage: StagePlan, sourceFile: string): GrownFiles {
  const { model, source } = stage;
  const remark = `The stage ${model.name} grew a checkpoint of ${source.name} to this model.`;
  const spec = ["model.gda", specText(model, [remark])] as const;
  // The language's own names are no other program's.
  if (model.checkpoint.value.family === "native") return { texts: new Map([spec]), notes: [] };
  const config = fieldsOf(model);
  if (config instanceof GdaError) {
    return { texts: new Map([spec]), notes: [`without a config.json: ${config.message}`] };
  }
  const kept = beyondModel(source, join(dirname(sourceFile), "config.json"));
  const text = `${JSON.stringify({ ...kept, ...config }, null, 2)}\n`;
  return { texts: new Map([spec, ["config.json", text]]), notes: [] };
}

/** The fields of a config that do not say what the plan of its model says. */
function beyondModel(source: ModelPlan, file: string): object {
  if (!existsSync(file)) return {};
  let config: unknown;
  try {
    config = JSON.parse(readTextFile(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw failure(brokenConfig, { file, reason: error.message });
    throw error;
  }
  if (typeof config !== "object" || config === null || Array.isArray(config)) {
    throw failure(brokenConfig, { file, reason: "it is no object" });
  }
  const known = fieldsOf(source);
  const own = new Set(known instanceof GdaError ? [] : Object.keys(known));
  return Object.fromEntries(Object.entries(config).filter(([name]) => !own.has(name)));
}

/** A model's config, or why no config says it. */
function fieldsOf(model: ModelPlan): object | GdaError {
  try {
    return configOf(model);
  } catch (error) {
    if (error instanceof GdaError) return error;
    throw error;
  }
}
