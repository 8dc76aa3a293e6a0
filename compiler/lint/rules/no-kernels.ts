import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { unsupported } from "../../kernels/supported.js";
import { placeOf } from "../place.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{ readonly problem: string }>(
  "GDA9005",
  "no-kernels",
  ({ problem }) => problem,
  "warning",
);

/** What `gda build` will refuse, while the spec is written. */
export const noKernels = lintRule({
  row,
  set: "recommended",
  byPlan: true,
  doc: "The model holds together, but there are no kernels for it: `gda build` refuses it.",
  options: noOptions,
  check(subject, _options, report) {
    for (const each of subject.planned) {
      for (const { code, message, primary } of unsupported(each.plan, each.plan.layers)) {
        const fact = { value: undefined, origin: "written", from: [primary.span] } as const;
        const place = placeOf(each, [{ fact, text: "stated here" }], subject);
        if (!place) continue;
        const { span, labels } = place;
        const help = [`\`gda build\` refuses this with ${code}.`];
        report(diagnose(row, span, { problem: message }, { ...labels, help }));
      }
    }
  },
});
