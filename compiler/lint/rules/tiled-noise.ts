import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { totals } from "../../plan/heads.js";
import { layersByPlace } from "../place.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{ readonly noise: number; readonly where: string }>(
  "GDA9002",
  "tiled-noise",
  ({ noise, where }) =>
    `Signal head s takes noise head s mod ${noise}${where}, so neighbours in a group share none.`,
  "warning",
);

/** Tiling is right for no released model (gda-math.md, sections 4 and 8). */
export const tiledNoise = lintRule({
  row,
  set: "recommended",
  byPlan: true,
  doc: "Noise heads are tiled over the layer, where every released model repeats them in their group.",
  options: noOptions,
  check(subject, _options, report) {
    for (const each of subject.planned) {
      const found = layersByPlace(each, subject, (layer) => {
        const fact = layer.noiseRepeat;
        if (fact?.value !== "tile") return undefined;
        const { signal, noise } = totals(layer);
        // With one noise head, or one signal head to each, both ways are the same.
        if (noise === 1 || signal === noise) return undefined;
        return { parts: [{ fact, text: "tiled" }], what: { noise } };
      });
      for (const { place, where, first } of found) {
        const { span, labels } = place;
        const help = ["Every released model has `interleave`, which holds where nothing is said."];
        report(diagnose(row, span, { ...first, where }, { ...labels, help }));
      }
    }
  },
});
