import { rules } from "./rules.js";
import type { LintRule } from "./rule.js";

/** The name of the file that configures lints. */
export const CONFIG_FILE = "gda.config.json";

const severities = {
  type: "string",
  enum: ["off", "warning", "error"],
  description: "How much a finding of this rule weighs; an error makes `gda lint` fail.",
} as const;

/** The JSON schema of `gda.config.json`, as editors complete it and `readConfig` checks it. */
export function configSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "gda.config.json",
    description: "Which lints look at .gda files below this folder, and how.",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string", description: "Where this schema lies, for editors." },
      extends: {
        type: "string",
        enum: ["recommended", "strict"],
        default: "recommended",
        description: "The rules to start from: `strict` has all of them.",
      },
      rules: {
        type: "object",
        description: "Rules by name, each with a severity, or with a severity and its options.",
        additionalProperties: false,
        properties: Object.fromEntries(rules.map((rule) => [rule.row.slug, ruleSchema(rule)])),
      },
      ignore: {
        type: "array",
        items: { type: "string", minLength: 1 },
        description:
          "Files and folders whose lints are not wanted, from this folder on. Errors still show.",
      },
    },
  };
}

/** A severity alone, or an object with options: `if` tells them apart, so that a mistake has one message. */
function ruleSchema({ row, doc, set, options }: LintRule): Readonly<Record<string, unknown>> {
  const initial = set === "recommended" ? row.severity : "off, or warning with `strict`";
  return {
    description: `${row.code}: ${doc} By default: ${initial}.`,
    type: ["string", "object"],
    additionalProperties: false,
    properties: { severity: severities, ...options },
    if: { type: "object" },
    else: severities,
  };
}
