import { rule } from "../../grammar/diagnostic.js";
import { didYouMean, listNames } from "../../grammar/suggest.js";

/** What can be wrong with a config.json, or keep a model from being said by one. */

export const noJson = rule<{ problem: string }>(
  "GDA8301",
  "config-no-json",
  ({ problem }) => `This config is not JSON: ${problem}.`,
);

export const noObject = rule<{ got: string }>(
  "GDA8302",
  "config-no-object",
  ({ got }) => `A config is a JSON object, and this is ${got}.`,
);

export const fieldTwice = rule<{ name: string }>(
  "GDA8303",
  "config-field-twice",
  ({ name }) => `\`${name}\` is here a second time.`,
);

export const unknownModelType = rule<{ type: string; near: readonly string[] }>(
  "GDA8304",
  "config-unknown-model-type",
  ({ type, near }) =>
    `There is no reader for models of type \`${type}\`${near.length > 0 ? didYouMean(near) : "."}`,
);

export const fieldMissing = rule<{ type: string | undefined; names: readonly string[] }>(
  "GDA8305",
  "config-field-missing",
  ({ type, names }) =>
    `A config${type === undefined ? "" : ` of type \`${type}\``} needs ${listNames(names, "and")}.`,
);

export const fieldType = rule<{ name: string; wanted: string; got: string }>(
  "GDA8306",
  "config-field-type",
  ({ name, wanted, got }) => `\`${name}\` is ${wanted}, and this is ${got}.`,
);

export const unsayable = rule<{ name: string; value: string; why: string }>(
  "GDA8307",
  "config-unsayable",
  ({ name, value, why }) => `\`${name}\` is ${value}, which no spec can say: ${why}.`,
);

export const noModelOfIt = rule<{ problem: string }>(
  "GDA8308",
  "config-no-model",
  ({ problem }) => `The numbers of this config make no model: ${problem}`,
);

export const outside = rule<{ what: string; names: readonly string[] }>(
  "GDA8309",
  "config-outside",
  ({ what, names }) => `${what}; left out: ${listNames(names, "and")}.`,
  "warning",
);

export const notUnderstood = rule<{ type: string; fields: readonly string[] }>(
  "GDA8310",
  "config-not-understood",
  ({ type, fields }) =>
    `What these fields mean for a model of type \`${type}\` is not known: ${fields.join(", ")}.`,
  "warning",
);

export const notInUse = rule<{ name: string; value: string; why: string }>(
  "GDA8311",
  "config-not-in-use",
  ({ name, value, why }) => `\`${name}\` is ${value} and not in use: ${why}.`,
  "warning",
);

export const noConfig = rule<{ model: string; type: string; reasons: readonly string[] }>(
  "GDA8312",
  "no-config-for-model",
  ({ model, type, reasons }) =>
    `No config.json says \`${model}\`; in the nearest, of type \`${type}\`: ${reasons.join("; ")}.`,
);
