import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { thousands } from "../../plan/numbers.js";
import { layersByPlace } from "../place.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{ readonly keys: string; readonly context: string; readonly where: string }>(
  "GDA9010",
  "window-hides-nothing",
  ({ keys, context, where }) =>
    `A window of ${keys} keys hides nothing in a context of ${context} tokens${where}.`,
  "warning",
);

/** A query sees its own key and those before it: at most as many as the context has. */
export const windowHidesNothing = lintRule({
  row,
  set: "recommended",
  byPlan: true,
  doc: "A window is as long as the context, or longer.",
  options: noOptions,
  check(subject, _options, report) {
    for (const each of subject.planned) {
      const { context } = each.plan;
      const found = layersByPlace(each, subject, ({ mask }) => {
        if (mask.value.kind !== "window" || mask.value.keys < context.value) return undefined;
        const parts = [
          { fact: mask, text: `${thousands(mask.value.keys)} keys` },
          { fact: context, text: `${thousands(context.value)} tokens` },
        ];
        return { parts, what: thousands(mask.value.keys) };
      });
      for (const { place, where, first: keys } of found) {
        const { span, labels } = place;
        const help = ["`mask: causal` says the same."];
        const parameters = { keys, context: thousands(context.value), where };
        report(diagnose(row, span, parameters, { ...labels, help }));
      }
    }
  },
});
