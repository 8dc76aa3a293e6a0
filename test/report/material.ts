import type { Fact, GrowthPlan, ModelPlan } from "../../compiler/plan/plan.js";
import type { Source, SourceSpan } from "../../grammar/span.js";
import { motif12B7, motif6B } from "../plan/published.js";
import { fact, layerPlan, modelPlan } from "../support/plans.js";

const text = `model Test {
  hidden: 32
  attention { lambda: constant(value: 0.5) }
}
`;

export const sources: ReadonlyMap<string, Source> = new Map([
  ["main.gda", { file: "main.gda", text }],
]);

function placeOf(words: string): SourceSpan {
  const start = text.indexOf(words);
  return { file: "main.gda", start, end: start + words.length };
}

const lambda: Fact<{ kind: "constant"; value: number }> = {
  value: { kind: "constant", value: 0.5 },
  origin: "inherited",
  from: [placeOf("lambda: constant(value: 0.5)")],
};

/** A model with facts of every origin. */
export const facts: ModelPlan = modelPlan(
  [0, 1].map((index) => {
    const layer = layerPlan({ index, mask: index === 0 ? { kind: "causal" } : { kind: "prefix" } });
    const noise = { value: 1, origin: "default", from: [] } as const;
    return {
      ...layer,
      lambda,
      classes: layer.classes.map((c) => ({ ...c, noise })),
      scoreScale: { value: 0.25, origin: "derived", from: [placeOf("hidden: 32")] } as const,
    };
  }),
  32,
  { hidden: { value: 32, origin: "written", from: [placeOf("hidden: 32")] } },
);

const span = placeOf("Test");

/** The released pair of Motif 2, in one stage. */
export const growth: GrowthPlan = {
  name: "Grow",
  doc: "Only signal heads multiply.",
  span,
  stages: [
    {
      name: "wide",
      span,
      at: fact(2.4e12),
      source: motif6B,
      model: motif12B7,
      hiddenCopies: fact(2),
      mlpCopies: fact(2),
      classCopies: [{ signal: fact(4), noise: fact(1), groups: fact(1) }],
      copies: fact({ kind: "hyperclone", snr: 10, seed: 1 }),
      layerSources: motif12B7.layers.map((_, i) => ({
        source: Math.floor((i * 4) / 5),
        inserted: i % 5 === 4,
      })),
      reindex: fact("fold"),
      lossy: [{ reason: "training goes on at θ 1e6", facts: ["attention.rope.theta"] }],
    },
  ],
};
