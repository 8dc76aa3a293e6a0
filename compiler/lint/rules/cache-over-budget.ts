import { diagnose, type Label, rule } from "../../../grammar/diagnostic.js";
import { cacheBytes } from "../../plan/costs.js";
import { thousands } from "../../plan/numbers.js";
import { byteSize } from "../../report/numbers.js";
import { atName, placeOf } from "../place.js";
import { lintRule } from "../rule.js";
import type { Planned, Subject } from "../subject.js";

const row = rule<{
  readonly what: string;
  readonly takes: string;
  readonly budget: string;
  readonly whose: string;
}>(
  "GDA9008",
  "cache-over-budget",
  ({ what, takes, budget, whose }) =>
    `${what} takes ${takes} of KV cache; ${whose} allows ${budget}.`,
  "warning",
);

interface Budget {
  readonly bytes: number;
  readonly whose: string;
  readonly target: readonly Label[];
}

/** Bytes of one sequence, by the layers' own caches (language.md, section 6). */
export const cacheOverBudget = lintRule({
  row,
  set: "recommended",
  doc: "The KV cache is larger than a target's `cache_budget`, or than the options allow.",
  options: (read) => ({
    token: read.bytes("token", "The most bytes that a token may take in all layers together."),
    context: read.bytes("context", "The most bytes that one sequence of full length may take."),
  }),
  check(subject, { token, context }, report) {
    const configured = { whose: "the configuration", target: [] };
    const ofContext: readonly Budget[] = [
      ...targets(subject),
      ...(context === undefined ? [] : [{ ...configured, bytes: context }]),
    ];
    for (const each of subject.planned) {
      const bytes = cacheBytes(each.plan);
      const length = each.plan.context.value;
      if (token !== undefined && bytes > token) {
        const { span, labels } = atName(each);
        const parameters = { what: "A token", takes: byteSize(bytes), budget: byteSize(token) };
        report(diagnose(row, span, { ...parameters, whose: configured.whose }, labels));
      }
      for (const { bytes: budget, whose, target } of ofContext) {
        if (bytes * length <= budget) continue;
        const { span, labels } = contextOf(each, subject);
        const parameters = {
          what: `A sequence of ${thousands(length)} tokens`,
          takes: byteSize(bytes * length),
          budget: byteSize(budget),
          whose,
        };
        const help = [
          `At ${byteSize(bytes)} a token this holds ${thousands(Math.floor(budget / bytes))} tokens.`,
        ];
        const secondary = [...labels.secondary, ...target];
        report(diagnose(row, span, parameters, { ...labels, secondary, help }));
      }
    }
  },
});

/** The targets that the file declares or imports. */
function targets({ analysis }: Subject): readonly Budget[] {
  return analysis.targets.flatMap(({ name, span, cacheBudget: bytes }) => {
    const target = span ? [{ span, text: "the target" }] : [];
    return bytes === undefined ? [] : [{ bytes, whose: `\`${name}\``, target }];
  });
}

function contextOf(each: Planned, subject: Subject) {
  const part = { fact: each.plan.context, text: "the length" };
  return placeOf(each, [part], subject) ?? atName(each);
}
