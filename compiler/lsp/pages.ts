import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pagesFolder } from "../diagnostics/pages.js";

const pages = new Map<string, string | undefined>();

/** The page that explains a code, which a client can open without a network; none if it is not shipped. */
export function pageOf(code: string): string | undefined {
  if (!pages.has(code)) {
    const file = join(pagesFolder, `${code}.md`);
    pages.set(code, existsSync(file) ? pathToFileURL(file).href : undefined);
  }
  return pages.get(code);
}
