import type { ErrorObject } from "ajv";
import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import { didYouMean, listNames, suggest, listed } from "../../grammar/suggest.js";
import { badSetting, unknownSetting } from "./codes.js";
import type { Json } from "../json.js";
import { rules } from "./rules.js";

/** What the schema does not allow, in words and at its place; nothing where another error says it. */
export function schemaFinding(
  { keyword, instancePath, params, parentSchema }: ErrorObject,
  json: Json,
): readonly Diagnostic[] {
  const name = instancePath.split("/").findLast((part) => !/^\d+$/.test(part)) ?? "";
  const shown = name === "" ? "The configuration" : `\`${name}\``;
  // Beside `if`, its branch has told why.
  if (keyword === "if" || (keyword === "type" && "if" in membersOf(parentSchema))) return [];
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
    const quoted = allowed.map((each) => `\`${JSON.stringify(each)}\``);
    return listed(quoted, "or");
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

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
