import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { significant } from "../../plan/numbers.js";
import { placeOf } from "../place.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{ readonly init: string; readonly layers: number }>(
  "GDA9006",
  "flat-lambda-init",
  ({ init, layers }) =>
    `λ starts from ${init} in all ${layers} layers; published models start from a function of depth.`,
  "warning",
);

const formula = "0.8 - 0.6 * exp(-0.3 * (layer - 1))";

/** λ_init by depth: gda-math.md, section 5. */
export const flatLambdaInit = lintRule({
  row,
  set: "recommended",
  byPlan: true,
  doc: "λ's init is the same in every layer.",
  options: noOptions,
  check(subject, _options, report) {
    for (const each of subject.planned) {
      const { layers } = each.plan;
      const first = layers[0]?.lambda;
      if (first?.value.kind !== "reparam" || layers.length === 1) continue;
      const { init } = first.value;
      const isFlat = layers.every(
        ({ lambda }) => lambda?.value.kind === "reparam" && lambda.value.init === init,
      );
      if (!isFlat) continue;
      const place = placeOf(each, [{ fact: first, text: "the same in each layer" }], subject);
      if (!place) continue;
      const { span, labels } = place;
      const last = 0.8 - 0.6 * Math.exp(-0.3 * (layers.length - 2));
      const help = [
        `Motif's \`${formula}\` goes from −0.00992 in layer 0 to ${significant(last, 4)} in layer ${layers.length - 1}.`,
      ];
      const parameters = { init: significant(init), layers: layers.length };
      report(diagnose(row, span, parameters, { ...labels, help }));
    }
  },
});
