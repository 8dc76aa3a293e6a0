import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of this npm package: code runs as TypeScript in tests, and from `dist/` elsewhere. The
 * language server may lie in no package at all, and then finds nothing in the uppermost folder.
 */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && folder !== dirname(folder)) {
    folder = dirname(folder);
  }
  return folder;
}
