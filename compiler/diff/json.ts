import type { Source } from "../../grammar/span.js";
import { lineIndexes } from "../diagnostics/lines.js";
import type { ShownFact } from "../plan/facts.js";
import { valueText } from "../growth/differences.js";
import type { Diff } from "./classify.js";

/** A diff for programs: one JSON document, whose `schema` rises when a field changes. */
export function diffJson(
  { left, right, changes, tensors, rewrite }: Diff,
  sources: ReadonlyMap<string, Source>,
): string {
  const indexOf = lineIndexes(sources);
  const side = (fact: ShownFact | undefined): object => ({
    text: valueText(fact),
    value: fact?.fact.value,
    places: (fact?.fact.from ?? []).map(({ file, start }) => ({
      file,
      ...indexOf(file)?.position(start),
    })),
  });
  const report = {
    schema: 1,
    left: left.name,
    right: right.name,
    changes: changes.map(({ difference, effect }) => ({
      name: difference.name,
      layers: difference.layers,
      effect,
      left: side(difference.left),
      right: side(difference.right),
    })),
    tensors,
    rewrite: {
      stages: rewrite.stages.map(({ file, stage }) => ({ file, stage: stage.model.name })),
      growth: rewrite.growth?.body,
      permute: rewrite.permute,
      refusal: rewrite.refusal,
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
