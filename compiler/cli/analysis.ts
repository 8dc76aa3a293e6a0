import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import type { Analysis } from "../analyze.js";
import { exitCode } from "./exit-code.js";
import { readImported, readTextFile } from "./files.js";
import type { SpecOptions } from "./spec-options.js";
import { styleOf } from "./terminal.js";

/** Analyses a spec from disk. */
export async function analyzeFile(file: string, options: SpecOptions): Promise<Analysis> {
  const text = readTextFile(file);
  const { analyze } = await import("../analyze.js");
  const host = { read: (path: string) => (path === file ? text : readImported(path)) };
  return analyze(file, host, { params: options.param, allowOutside: options.allowOutside });
}

/** The findings of several specs together, with the sources of all. */
export async function analyzeFiles(
  files: readonly string[],
  options: SpecOptions,
): Promise<{ diagnostics: readonly Diagnostic[]; sources: ReadonlyMap<string, Source> }> {
  const analyses: Analysis[] = [];
  for (const file of files) analyses.push(await analyzeFile(file, options));
  return {
    diagnostics: analyses.flatMap((analysis) => analysis.diagnostics),
    sources: new Map(analyses.flatMap((analysis) => [...analysis.sources])),
  };
}

/**
 * Analyses a spec that is to be used: prints its findings on standard error, and gives nothing if
 * there is an error among them.
 */
export async function usableSpec(
  file: string,
  options: SpecOptions,
): Promise<Analysis | undefined> {
  const analysis = await analyzeFile(file, options);
  const { diagnostics, sources } = analysis;
  const { renderPretty } = await import("../diagnostics/index.js");
  process.stderr.write(renderPretty(diagnostics, sources, styleOf(process.stderr)));
  if (diagnostics.every((d) => d.severity !== "error")) return analysis;
  process.exitCode = exitCode.findings;
  return undefined;
}
