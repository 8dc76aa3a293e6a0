import type { Severity } from "../../grammar/diagnostic.js";
import type { Check, LintRule, RuleSet } from "./rule.js";
import { rules } from "./rules.js";

/** Which rules look at a file, how, and how much their findings weigh. */
export interface LintConfig {
  readonly rules: readonly ActiveRule[];
  /** Whether the lints of a file are not wanted. */
  readonly ignores: (path: string) => boolean;
}

export interface ActiveRule {
  readonly rule: LintRule;
  readonly severity: Severity;
  readonly check: Check;
}

/** What a configuration says of one rule. */
export interface Setting {
  readonly severity?: Severity | "off";
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The rules of a set, changed by what a configuration says of each by its slug. */
export function configure(
  set: RuleSet,
  settings: ReadonlyMap<string, Setting>,
  ignores: LintConfig["ignores"] = () => false,
): LintConfig {
  const active = rules.flatMap((rule): readonly ActiveRule[] => {
    const { severity = byDefault(rule, set), options = {} } = settings.get(rule.row.slug) ?? {};
    return severity === "off" ? [] : [{ rule, severity, check: rule.configure(options) }];
  });
  return { rules: active, ignores };
}

/** A rule that a configuration speaks of is wanted, unless it says how much. */
function byDefault({ row, set: own }: LintRule, set: RuleSet): Severity | "off" {
  return set === "strict" || own === "recommended" ? row.severity : "off";
}

/** What holds where there is no configuration. */
export const recommended: LintConfig = configure("recommended", new Map());
