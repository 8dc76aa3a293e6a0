import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { layersByPlace } from "../place.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{ readonly norm: string; readonly where: string }>(
  "GDA9007",
  "sigmoid-head-norm",
  ({ norm, where }) =>
    `A λ for each token stands beside a head norm \`${norm}\`${where}; models with one have no head norm.`,
  "warning",
);

/** DIFF V2 and GDLA drop the head norm with the token's λ (gda-math.md, section 5). */
export const sigmoidHeadNorm = lintRule({
  row,
  set: "recommended",
  byPlan: true,
  doc: "A sigmoid λ stands beside a head norm.",
  options: noOptions,
  check(subject, _options, report) {
    for (const each of subject.planned) {
      const found = layersByPlace(each, subject, ({ lambda, headNorm }) => {
        if (lambda?.value.kind !== "sigmoid" || !headNorm) return undefined;
        const parts = [
          { fact: headNorm, text: "scales each head anew" },
          { fact: lambda, text: `λ for each token and ${lambda.value.per} head` },
        ];
        return { parts, what: headNorm.value.kind };
      });
      for (const { place, where, first: norm } of found) {
        const { span, labels } = place;
        const help = ["DIFF V2 and Motif 3 write `head_norm: none`."];
        report(diagnose(row, span, { norm, where }, { ...labels, help }));
      }
    }
  },
});
