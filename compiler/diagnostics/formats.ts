import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import type { Style } from "./style.js";

/** What findings can be written as. */
export const FORMATS = ["pretty", "short", "json", "sarif", "github", "rdjson", "junit"] as const;

export type Format = (typeof FORMATS)[number];

/** The findings of a run. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, Source>;
  /** The files that were looked at, whether anything was found or not. */
  readonly files: readonly string[];
}

/** Findings in a format; only `pretty` says something where there are none. */
export async function render(
  format: Format,
  { diagnostics, sources, files }: Findings,
  style: Style,
): Promise<string> {
  switch (format) {
    case "pretty": {
      if (diagnostics.length === 0) return nothingIn(files.length);
      return (await import("./pretty.js")).renderPretty(diagnostics, sources, style);
    }
    case "short":
      return (await import("./short.js")).renderShort(diagnostics, sources);
    case "json":
      return (await import("./json.js")).renderJson(diagnostics, sources);
    case "sarif": {
      const { readPage } = await import("./pages.js");
      return (await import("./sarif.js")).renderSarif(diagnostics, sources, readPage);
    }
    case "github":
      return (await import("./github.js")).renderGithub(diagnostics, sources);
    case "rdjson":
      return (await import("./rdjson.js")).renderRdjson(diagnostics, sources);
    case "junit":
      return (await import("./junit.js")).renderJunit(diagnostics, sources, files);
  }
}

function nothingIn(files: number): string {
  return `No findings in ${files} ${files === 1 ? "file" : "files"}.\n`;
}
