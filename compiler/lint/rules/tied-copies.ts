import { listed } from "../../../grammar/suggest.js";
import { diagnose, rule } from "../../../grammar/diagnostic.js";
import type { StagePlan } from "../../plan/plan.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{ readonly what: string }>(
  "GDA9012",
  "tied-copies",
  ({ what }) =>
    `${what} are copied without noise: copies have equal gradients and stay tied in training.`,
  "warning",
);

/** arXiv 2409.12903; gda-math.md, section 7. */
export const tiedCopies = lintRule({
  row,
  set: "recommended",
  byPlan: true,
  doc: "A growth stage copies heads or widths without breaking their symmetry.",
  options: noOptions,
  check({ planned }, _options, report) {
    for (const { plan, stage } of planned) {
      if (stage?.copies?.value.kind !== "tile") continue;
      const span = stage.copies.from[0] ?? plan.span;
      const help = [
        "`copies: hyperclone(snr: 10 dB, seed: 1)` adds noise that cancels, so the function stays.",
      ];
      report(diagnose(row, span, { what: copiedBy(stage) }, { help }));
    }
  },
});

/** "Signal heads and hidden channels", with how often. */
function copiedBy({ hiddenCopies, mlpCopies, classCopies }: StagePlan): string {
  const most = (of: "signal" | "noise" | "groups"): number =>
    Math.max(1, ...classCopies.map((copies) => copies[of].value));
  const parts = [
    { name: "signal heads", times: most("signal") },
    { name: "noise heads", times: most("noise") },
    { name: "whole groups", times: most("groups") },
    { name: "hidden channels", times: hiddenCopies.value },
    { name: "MLP channels", times: mlpCopies.value },
  ];
  const copied = parts
    .filter(({ times }) => times > 1)
    .map(({ name, times }) => `${name} × ${times}`);
  const list = listed(copied, "and");
  return list.charAt(0).toUpperCase() + list.slice(1);
}
