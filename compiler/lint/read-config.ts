import { Ajv, type ErrorObject } from "ajv";
import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import { createSource } from "../../grammar/source.js";
import type { Source } from "../../grammar/span.js";
import { didYouMean, listNames, suggest } from "../../grammar/suggest.js";
import { inOrder } from "../diagnostics/order.js";
import { normalize } from "../names/paths.js";
import { badSetting, notJson, settingTwice, unknownSetting } from "./codes.js";
import { configure, type LintConfig, recommended, type Setting } from "./config.js";
import { type Json, parseJson } from "./json.js";
import { rules } from "./rules.js";
import { configSchema } from "./schema.js";

/** A configuration, and what is wrong with its text; with any mistake it is `recommended`. */
export interface ReadConfig {
  readonly config: LintConfig;
  readonly diagnostics: readonly Diagnostic[];
  readonly source: Source;
}

/** Compiled when the first configuration is read. */
let validator: ReturnType<Ajv["compile"]> | undefined;

/** Reads the text of a `gda.config.json`; `file` is its path as messages show it. */
export function readConfig(text: string, file: string): ReadConfig {
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
    ...errors.flatMap((error) => finding(error, json)),
  ];
  const config = diagnostics.length > 0 ? recommended : configOf(value);
  return { config, diagnostics: inOrder(diagnostics), source };
}

function configOf(value: unknown): LintConfig {
  const { extends: set, rules: given, ignore } = membersOf(value);
  const settings = Object.entries(membersOf(given)).map(([slug, setting]): [string, Setting] => [
    slug,
    settingOf(setting),
  ]);
  const ignored = Array.isArray(ignore) ? ignore.filter((path) => typeof path === "string") : [];
  const paths = ignored.map(normalize);
  return configure(set === "strict" ? "strict" : "recommended", new Map(settings), (name) =>
    paths.some((path) => path === "" || `${normalize(name)}/`.startsWith(`${path}/`)),
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

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** What the schema does not allow, in words and at its place. */
function finding(
  { keyword, instancePath, params, parentSchema }: ErrorObject,
  json: Json,
): readonly Diagnostic[] {
  const name = instancePath.split("/").findLast((part) => !/^\d+$/.test(part)) ?? "";
  const shown = name === "" ? "The configuration" : `\`${name}\``;
  // `if` only says that one of its branches failed, which has told why.
  if (keyword === "if") return [];
  if (keyword === "additionalProperties") {
    const unknown = String(params["additionalProperty"]);
    const span = json.nameAt(
      `${instancePath}/${unknown.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    );
    const names = Object.keys(membersOf(membersOf(parentSchema)["properties"]));
    const rule = rules.find(({ row }) => row.code === unknown);
    const near = rule && names.includes(rule.row.slug) ? [rule.row.slug] : suggest(unknown, names);
    const list = names.filter((each) => !each.startsWith("$"));
    const hint =
      near.length > 0
        ? didYouMean(near)
        : name === "rules"
          ? "."
          : `, but ${listNames(list, "and")}.`;
    const help = name === "rules" ? ["`gda lint --list` names all rules."] : [];
    const fixes = (near.length === 1 ? near : []).map((meant) => ({
      title: `Write \`${meant}\``,
      edits: [{ span, text: JSON.stringify(meant) }],
    }));
    return [diagnose(unknownSetting, span, { what: shown, name: unknown, hint }, { help, fixes })];
  }
  const wanted = wantedBy(keyword, params, parentSchema);
  return [diagnose(badSetting, json.valueAt(instancePath), { name: shown, wanted })];
}

function wantedBy(
  keyword: string,
  params: Readonly<Record<string, unknown>>,
  schema: unknown,
): string {
  const { enum: allowed, pattern, minimum } = membersOf(schema);
  if (Array.isArray(allowed)) {
    return allowed
      .map((each) => `\`${JSON.stringify(each)}\``)
      .join(", ")
      .replace(/, (?=[^,]*$)/, " or ");
  }
  if (typeof pattern === "string") return 'bytes: a number above 0, or as `"512 MiB"`';
  if (keyword === "minimum" && typeof minimum === "number") return `at least ${minimum}`;
  if (keyword === "uniqueItems") return "a list without repetition";
  if (keyword === "minItems") return "a list of one or more";
  if (keyword === "minLength") return "a path";
  const types: Readonly<Record<string, string>> = {
    integer: "a whole number",
    object: "an object in braces",
    array: "a list in brackets",
    string: "text in quotes",
  };
  const type = params["type"];
  return (typeof type === "string" ? types[type] : undefined) ?? "something else";
}
