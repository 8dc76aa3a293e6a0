import { sep } from "node:path";
import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import type { Analysis } from "../analyze.js";
import { exitCode } from "./exit-code.js";
import { readImported, readTextFile } from "./files.js";
import type { SpecOptions } from "./spec-options.js";
import { styleOf } from "./terminal.js";

/** Analyses a spec from disk. */
export async function analyzeFile(path: string, options: SpecOptions): Promise<Analysis> {
  const text = readTextFile(path);
  const file = sep === "/" ? path : path.replaceAll(sep, "/");
  const { analyze } = await import("../analyze.js");
  const host = { read: (name: string) => (name === file ? text : readImported(name)) };
  return analyze(file, host, {
    params: options.param,
    allowOutside: options.allowOutside === true,
  });
}

/** Analyses a spec that is to be used; nothing if there is an error in it. Prints its findings. */
export async function usableSpec(
  file: string,
  options: SpecOptions,
): Promise<Analysis | undefined> {
  const analysis = await analyzeFile(file, options);
  return (await report(analysis.diagnostics, analysis.sources)) ? analysis : undefined;
}

/** Prints findings on standard error. Gives whether there is no error among them. */
export async function report(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, Source>,
): Promise<boolean> {
  if (diagnostics.length === 0) return true;
  const { renderPretty } = await import("../diagnostics/index.js");
  process.stderr.write(renderPretty(diagnostics, sources, styleOf(process.stderr)));
  if (!hasErrors(diagnostics)) return true;
  process.exitCode = exitCode.findings;
  return false;
}

/** Whether findings keep a spec from being used. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
