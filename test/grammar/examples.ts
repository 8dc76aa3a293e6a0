import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../examples/", import.meta.url);

/** The example files, by name. */
export const examples: readonly (readonly [file: string, text: string])[] = readdirSync(folder)
  .filter((file) => file.endsWith(".gda"))
  .map((file) => [file, readFileSync(new URL(file, folder), "utf8")]);
