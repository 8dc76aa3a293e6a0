import { diagnose, rule } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import { cacheBytes } from "../../plan/costs.js";
import type { StagePlan } from "../../plan/plan.js";
import { byteSize } from "../../report/numbers.js";
import { atName, inside, type Part, placeOf } from "../place.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{ readonly before: string; readonly after: string; readonly times: string }>(
  "GDA9011",
  "growing-cache",
  ({ before, after, times }) =>
    `This stage makes the KV cache of its layers ${times} times as large: ${before} a token become ${after}.`,
  "warning",
);

/** Group-differentiated growth multiplies signal heads alone, and keeps K and V (gda-math.md, section 7). */
export const growingCache = lintRule({
  row,
  set: "recommended",
  byPlan: true,
  doc: "A growth stage enlarges the KV cache of a layer.",
  options: noOptions,
  check(subject, _options, report) {
    for (const each of subject.planned) {
      const { stage } = each;
      if (!stage) continue;
      const { source, model, layerSources } = stage;
      // Layers that are put in are held against those that they repeat: depth is no growth of a layer.
      const before = cacheBytes({
        ...source,
        layers: layerSources.flatMap(({ source: index }) => source.layers[index] ?? []),
      });
      const after = cacheBytes(model);
      if (after <= before) continue;
      const place = placeOf(each, behind(stage, each.text), subject) ?? atName(each);
      const { span, labels } = place;
      const parameters = {
        before: byteSize(before),
        after: byteSize(after),
        times: String(Number((after / before).toPrecision(3))),
      };
      const help = ["`group { signal *= 2 }` adds signal heads to the groups and no key or value."];
      report(diagnose(row, span, parameters, { ...labels, help }));
    }
  },
});

/** What the stage states of that which the cache depends on. */
function behind({ classCopies, model }: StagePlan, text: SourceSpan): readonly Part[] {
  const [layer] = model.layers;
  const copies = (layer?.classes ?? []).map(({ groups }, i) => ({
    fact: groups,
    text: `${classCopies[i]?.groups.value} times as many groups and KV pairs`,
  }));
  const others = [
    model.dtype,
    ...(layer ? [layer.kvPairs, layer.headDim, layer.valueDim, layer.cache] : []),
    ...(layer?.noiseKeys ? [layer.noiseKeys] : []),
  ].map((fact) => ({ fact, text: "changes what is cached" }));
  return [...copies, ...others].filter(({ fact }) => fact.from.some((from) => inside(text, from)));
}
