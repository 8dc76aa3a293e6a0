import { Ajv } from "ajv";
import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import { createSource } from "../../grammar/source.js";
import type { Source } from "../../grammar/span.js";
import { inOrder } from "../diagnostics/order.js";
import { importedFile, normalize } from "../names/paths.js";
import { notJson, settingTwice } from "./codes.js";
import { configure, type LintConfig, recommended, type Setting } from "./config.js";
import { parseJson } from "../json.js";
import { membersOf, schemaFinding } from "./schema-finding.js";
import { configSchema } from "./schema.js";

/** A configuration, and what is wrong with its text; with any mistake it is `recommended`. */
export interface ReadConfig {
  readonly config: LintConfig;
  readonly diagnostics: readonly Diagnostic[];
  readonly source: Source;
}

/** Compiled when the first configuration is read. */
let validator: ReturnType<Ajv["compile"]> | undefined;

/**
 * Reads the text of a `gda.config.json`; `file` is its path as messages show it, and `path` the one
 * that goes with the paths that `ignores` is asked about.
 */
export function readConfig(text: string, file: string, path: string = file): ReadConfig {
  const source = createSource(file, text);
  const json = parseJson(source);
  if (!("value" in json)) {
    const { problem, span } = json;
    return { config: recommended, diagnostics: [diagnose(notJson, span, { problem })], source };
  }
  validator ??= new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    verbose: true,
  }).compile(configSchema());
  const { value } = json;
  const errors = validator(value) ? [] : (validator.errors ?? []);
  const diagnostics = [
    ...json.repeated.map(({ name, span }) => diagnose(settingTwice, span, { name })),
    ...errors.flatMap((error) => schemaFinding(error, json)),
  ];
  const config = diagnostics.length > 0 ? recommended : configOf(value, path);
  return { config, diagnostics: inOrder(diagnostics), source };
}

function configOf(value: unknown, from: string): LintConfig {
  const { extends: set, rules: given, ignore } = membersOf(value);
  const settings = Object.entries(membersOf(given)).map(([slug, setting]): [string, Setting] => [
    slug,
    settingOf(setting),
  ]);
  const ignored = Array.isArray(ignore) ? ignore.filter((path) => typeof path === "string") : [];
  const paths = ignored.map((path) => importedFile(normalize(from), path));
  return configure(set === "strict" ? "strict" : "recommended", new Map(settings), (name) =>
    paths.some(
      (path) => path === "" || `${normalize(name)}/`.startsWith(`${path.replace(/\/$/, "")}/`),
    ),
  );
}

function settingOf(setting: unknown): Setting {
  if (typeof setting === "string") return isSeverity(setting) ? { severity: setting } : {};
  const { severity, ...options } = membersOf(setting);
  return { severity: isSeverity(severity) ? severity : "warning", options };
}

function isSeverity(value: unknown): value is "off" | "warning" | "error" {
  return value === "off" || value === "warning" || value === "error";
}
