import { readdirSync, readFileSync } from "node:fs";
import { importConfig, type Imported, type Spec } from "../../compiler/hf/import.js";
import { createSource } from "../../grammar/source.js";

const folder = new URL("configs/", import.meta.url);

export const configNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(/\.json$/, ""));

export function configText(name: string): string {
  return readFileSync(new URL(`${name}.json`, folder), "utf8");
}

/** A published config as an object, with some of its fields as given. */
export function configWith(
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const config: unknown = JSON.parse(configText(name));
  return Object.assign({}, config, fields);
}

export function imported(config: unknown): Imported {
  const text = typeof config === "string" ? config : JSON.stringify(config);
  return importConfig(createSource("config.json", text));
}

const specs = new Map<unknown, Imported>();

/** The spec of a config that has one; each text is read once. */
export function specOf(config: unknown): Spec {
  const known = specs.get(config) ?? imported(config);
  specs.set(config, known);
  const { spec, findings } = known;
  if (!spec) throw new Error(findings.map(({ message }) => message).join("\n"));
  return spec;
}
