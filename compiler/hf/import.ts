import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import { analyze } from "../analyze.js";
import type { ModelPlan } from "../plan/plan.js";
import { specText } from "../spec/text.js";
import { noModelOfIt } from "./codes.js";
import { ConfigError } from "./config.js";
import { readConfig } from "./read.js";

/** A config.json as a spec, or why there is none. */
export interface Imported {
  /** Of the config; none is an error where there is a spec. */
  readonly findings: readonly Diagnostic[];
  readonly spec: Spec | undefined;
}

export interface Spec {
  readonly text: string;
  readonly model: ModelPlan;
  /** Fields that are known to say nothing about attention. */
  readonly meaningless: readonly string[];
}

/**
 * Makes a spec of a config.json of Hugging Face. Every field is accounted for: it is read, is known
 * to say nothing about attention, or is told in a warning; what no spec can say is an error.
 */
export function importConfig(source: Source, name?: string): Imported {
  try {
    const { family, model, remarks, meaningless, findings } = readConfig(source, name);
    const text = specText(model, [`From a config.json of ${family.title}.`, ...remarks]);
    return { findings, spec: { text, model: checked(text, source), meaningless } };
  } catch (error) {
    if (error instanceof ConfigError) return { findings: [error.finding], spec: undefined };
    throw error;
  }
}

/** What a spec leaves out is no mistake, but one that the checker refuses is none. */
function checked(text: string, source: Source): ModelPlan {
  const entry = "spec.gda";
  const { diagnostics, models } = analyze(entry, {
    read: (file) => (file === entry ? text : undefined),
  });
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  const [model] = models;
  if (model && !wrong) return model;
  const span = { file: source.file, start: 0, end: Math.min(1, source.text.length) };
  throw new ConfigError(diagnose(noModelOfIt, span, { problem: wrong?.message ?? "" }));
}
