import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../package-root.js";

/** The folder of the pages that explain diagnostics, one a code. They are shipped as they are. */
export const pagesFolder = join(packageRoot(), "compiler", "diagnostics", "pages");

/** The page that explains a code, in Markdown. */
export function readPage(code: string): string | undefined {
  const file = join(pagesFolder, `${code}.md`);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
