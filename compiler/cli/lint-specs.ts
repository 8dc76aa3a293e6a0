import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Analysis } from "../analyze.js";
import type { Findings } from "../diagnostics/formats.js";
import { inOrder } from "../diagnostics/order.js";
import { normalize } from "../names/paths.js";
import type { Configs } from "./lint-config.js";
import type { Spec } from "./specs.js";
import type { Workspace } from "./workspace.js";

/** Findings of the checker and of lints in some specs, and in the configurations that these have. */
export async function lintSpecs(
  specs: readonly Spec[],
  workspace: Workspace,
  configs: Configs,
): Promise<Findings> {
  const analyses: Analysis[] = [];
  for (const spec of specs) analyses.push(await workspace.analysis(spec));
  const diagnostics: Diagnostic[] = [];
  for (const analysis of analyses) {
    diagnostics.push(...(await findingsIn(analysis, analyses, configs)));
  }
  const read = configs.all();
  return {
    diagnostics: inOrder([...read.flatMap((each) => each.diagnostics), ...diagnostics]),
    sources: new Map([
      ...analyses.flatMap(({ sources }) => [...sources]),
      ...read.map(({ source }) => [source.file, source] as const),
    ]),
    files: specs.map(({ file }) => file),
  };
}

/** The findings in one spec, beside others that may import what it declares. */
export async function findingsIn(
  analysis: Analysis,
  beside: readonly Analysis[],
  configs: Configs,
): Promise<readonly Diagnostic[]> {
  const { importedNames, lint } = await import("../lint/index.js");
  const config = await configs.of(analysis.entry);
  if (!config) return analysis.diagnostics;
  const imported = importedNames(beside.flatMap(({ modules }) => [...modules.values()]));
  const own = imported.get(normalize(analysis.entry));
  return [...analysis.diagnostics, ...lint(analysis, config, own)];
}
