import { createSource } from "../../grammar/source.js";
import { clause, gdaError } from "../../runtime/error.js";
import { storedTensors } from "../checkpoint/stored.js";
import { differences, valueText } from "../growth/differences.js";
import { layerSet } from "../plan/layer-sets.js";
import type { ModelPlan } from "../plan/plan.js";
import { noConfig } from "./codes.js";
import { ConfigError, type Fields } from "./config.js";
import { families } from "./families.js";
import type { Family } from "./family.js";
import { readConfig } from "./read.js";

/**
 * The config.json of a model, as an object: that of the first family whose config says all of the
 * plan, which reading it again shows. Throws GDA8312 with what the nearest one does not say.
 */
export function configOf(model: ModelPlan): Fields {
  const tried = candidates(model).map((family) => attempt(family, model));
  const said = tried.find(({ unsaid }) => unsaid.length === 0);
  if (said) return said.config;
  const nearest = tried.reduce((best, one) => (one.distance < best.distance ? one : best));
  const parameters = { model: model.name, type: nearest.family.type, reasons: nearest.unsaid };
  throw gdaError(noConfig, parameters);
}

interface Attempt {
  readonly family: Family;
  readonly config: Fields;
  /** What the config does not say as the plan has it. */
  readonly unsaid: readonly string[];
  /** How many facts that are; without end where the config cannot be read at all. */
  readonly distance: number;
}

/** The families whose checkpoints are named as this model's; all for the language's own names. */
function candidates({ checkpoint }: ModelPlan): readonly Family[] {
  const { family } = checkpoint.value;
  return families.filter((one) => family === "native" || one.checkpoint === family);
}

function attempt(family: Family, model: ModelPlan): Attempt {
  const written = family.write(model);
  const config = Object.fromEntries(
    Object.entries(written).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  try {
    const again = readConfig(createSource("config.json", JSON.stringify(config))).model;
    const unsaid = unsaidOf(model, again);
    return { family, config, unsaid, distance: unsaid.length };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { family, config, unsaid: [clause(error.message)], distance: Infinity };
  }
}

function unsaidOf(model: ModelPlan, again: ModelPlan): readonly string[] {
  const count = model.layers.length;
  return differences(model, again).map(({ name, layers, left, right }) => {
    const where = layers && layers.length < count ? ` of ${layerSet(layers, count)}` : "";
    return `\`${name}\`${where} would be ${valueText(right)}, not ${valueText(left)}`;
  });
}

/** The files of a model for Hugging Face, by name: its config, and what its checkpoint holds. */
export function hfFiles(model: ModelPlan): ReadonlyMap<string, string> {
  return new Map([
    ["config.json", `${JSON.stringify(configOf(model), null, 2)}\n`],
    ["tensors.txt", tensorTable(model)],
  ]);
}

/** Each stored tensor on a line: name, shape, and where its rows are not in memory order. */
function tensorTable(model: ModelPlan): string {
  const tensors = storedTensors(model);
  const width = Math.max(0, ...tensors.map(({ name }) => name.length));
  return tensors
    .map(({ name, shape, order }) => {
      const rows = order ? `  heads ${model.checkpoint.value.order}` : "";
      return `${name.padEnd(width)}  [${shape.join(", ")}]${rows}\n`;
    })
    .join("");
}
