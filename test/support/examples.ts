import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { analyze, type Analysis } from "../../compiler/analyze.js";

const folder = fileURLToPath(new URL("../../examples/", import.meta.url));

export const exampleNames: readonly string[] = readdirSync(folder).filter((file) =>
  file.endsWith(".gda"),
);

/** Checks and plans one of the examples. */
export function example(name: string): Analysis {
  return analyze(name, {
    read: (file) => {
      const path = join(folder, file);
      return existsSync(path) ? readFileSync(path, "utf8") : undefined;
    },
  });
}
