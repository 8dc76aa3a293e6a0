import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Analysis } from "../analyze.js";
import { inOrder } from "../diagnostics/order.js";
import type { LintConfig } from "./config.js";
import type { ModelPlan } from "../plan/plan.js";
import type { Check } from "./rule.js";
import { type Subject, subjectOf } from "./subject.js";
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
  if (!module || config.ignores(analysis.entry)) return [];
  const subject = subjectOf(analysis, module, imported);
  const findings = config.rules.flatMap(({ rule, check, severity }) => {
    const found = rule.byPlan ? foundByPlan(check, subject) : foundIn(check, subject);
    return found.map((finding): Diagnostic => ({ ...finding, severity }));
  });
  return inOrder(suppress(findings, subject, config));
}

function foundIn(check: Check, subject: Subject): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  check(subject, (finding) => found.push(finding));
  return found;
}

/** What checks found of plans: an editor asks at every key, when most plans are those of before. */
const known = new WeakMap<Check, WeakMap<ModelPlan, readonly Diagnostic[]>>();

function foundByPlan(check: Check, subject: Subject): readonly Diagnostic[] {
  const ofPlans = known.get(check) ?? new WeakMap<ModelPlan, readonly Diagnostic[]>();
  known.set(check, ofPlans);
  return subject.planned.flatMap((each) => {
    const found = ofPlans.get(each.plan) ?? foundIn(check, { ...subject, planned: [each] });
    ofPlans.set(each.plan, found);
    return found;
  });
}
