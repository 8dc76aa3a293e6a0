import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Analysis } from "../analyze.js";
import { inOrder } from "../diagnostics/order.js";
import type { LintConfig } from "./config.js";
import { subjectOf } from "./subject.js";
import { suppress } from "./suppress.js";

const none: ReadonlySet<string> = new Set();

/**
 * What the rules find in the file that was analysed, by offset, less what its comments allow; and
 * what is wrong with those comments. `imported` are the names of this file that other files are
 * known to import. Rules look at what has a plan, so a file with errors has fewer findings.
 */
export function lint(
  analysis: Analysis,
  config: LintConfig,
  imported: ReadonlySet<string> = none,
): readonly Diagnostic[] {
  const module = analysis.modules.get(analysis.entry);
  if (!module) return [];
  const subject = subjectOf(analysis, module, imported);
  const findings = config.rules.flatMap(({ check, severity }) => {
    const found: Diagnostic[] = [];
    check(subject, (finding) => found.push(finding));
    return found.map((finding): Diagnostic => ({ ...finding, severity }));
  });
  return inOrder(suppress(findings, subject, config));
}
