import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { layersByPlace } from "../place.js";
import { lintRule } from "../rule.js";
import { counted } from "../words.js";

const row = rule<{ readonly ratio: string; readonly most: number; readonly where: string }>(
  "GDA9001",
  "ratio-beyond-studied",
  ({ ratio, most, where }) =>
    `${ratio} signal heads share a noise head${where}; ratios of up to ${most}:1 were studied.`,
  "warning",
);

/** arXiv 2510.06949 tried ratios up to 5:1 and found 3:1 and 4:1 best. */
export const ratioBeyondStudied = lintRule({
  row,
  set: "recommended",
  byPlan: true,
  doc: "More signal heads share a noise head than were studied.",
  options: (read) => ({ most: read.int("most", "The largest ratio that is no finding.", 5, 1) }),
  check({ planned, ...subject }, { most }, report) {
    for (const each of planned) {
      const found = layersByPlace(each, { planned, ...subject }, ({ classes }) => {
        const wide = classes.find(
          ({ signal, noise }) => noise.value > 0 && signal.value / noise.value > most,
        );
        if (!wide) return undefined;
        const { signal, noise } = wide;
        const ratio = signal.value / noise.value;
        const parts = [
          { fact: signal, text: `${counted(signal.value, "signal head")} a group` },
          { fact: noise, text: `${counted(noise.value, "noise head")} a group` },
        ];
        return { parts, what: String(ratio) };
      });
      for (const { place, where, first: ratio } of found) {
        const { span, labels } = place;
        const help = ["In arXiv 2510.06949 3:1 and 4:1 did best; 4:1 is what Motif-2-12.7B has."];
        report(diagnose(row, span, { ratio, most, where }, { ...labels, help }));
      }
    }
  },
});
