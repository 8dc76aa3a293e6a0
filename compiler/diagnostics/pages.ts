import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the pages that explain diagnostics, one a code. They are shipped as they are. */
export const pagesFolder = join(packageRoot(), "compiler", "diagnostics", "pages");

/** The page that explains a code, in Markdown. */
export function readPage(code: string): string | undefined {
  const file = join(pagesFolder, `${code}.md`);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** This code runs as TypeScript in tests and from `dist/` elsewhere, at different depths. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}
