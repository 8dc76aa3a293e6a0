import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { significant, thousands } from "../../plan/numbers.js";
import type { RopeScaling } from "../../plan/plan.js";
import { layersByPlace } from "../place.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{
  readonly context: string;
  readonly reach: string;
  readonly how: string;
  readonly where: string;
}>(
  "GDA9009",
  "context-beyond-rope",
  ({ context, reach, how, where }) =>
    `A context of ${context} tokens goes beyond the ${reach} that RoPE is scaled for${where}: ${how}.`,
  "warning",
);

interface Reach {
  readonly tokens: number;
  readonly how: string;
}

/** Positions that a scaling stretches to; nothing where it does not say from where. */
function reachOf(scaling: RopeScaling): Reach | undefined {
  if (scaling.kind !== "yarn" && scaling.kind !== "llama3") return undefined;
  const { original, factor } = scaling;
  return {
    tokens: original * factor,
    how: `${thousands(original)} × ${significant(factor)}`,
  };
}

/** Position i is turned as i / factor at the slowest: original × factor is the last one known. */
export const contextBeyondRope = lintRule({
  row,
  set: "recommended",
  byPlan: true,
  doc: "The context is longer than what RoPE was scaled for.",
  options: noOptions,
  check(subject, _options, report) {
    for (const each of subject.planned) {
      const { context } = each.plan;
      const found = layersByPlace(each, subject, ({ rope, mask }) => {
        const reach = rope && reachOf(rope.value.scaling);
        if (!reach || context.value <= reach.tokens) return undefined;
        // Only distances count, and a window keeps them short.
        if (mask.value.kind === "window" && mask.value.keys <= reach.tokens) return undefined;
        const parts = [
          { fact: context, text: `${thousands(context.value)} tokens` },
          { fact: rope, text: `reaches ${thousands(reach.tokens)}` },
        ];
        return { parts, what: reach };
      });
      for (const { place, where, first } of found) {
        const { span, labels } = place;
        const parameters = {
          context: thousands(context.value),
          reach: thousands(first.tokens),
          how: first.how,
          where,
        };
        report(diagnose(row, span, parameters, labels));
      }
    }
  },
});
