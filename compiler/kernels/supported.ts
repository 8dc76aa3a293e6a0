import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Fact, LayerPlan, ModelPlan } from "../plan/plan.js";
import { unevenSize } from "./codes.js";

/** Findings for what a model states and no kernel can do; empty if it can be built. */
export function unsupported(model: ModelPlan, layers: readonly LayerPlan[]): readonly Diagnostic[] {
  const spanOf = (fact: Fact<unknown>): SourceSpan => fact.from[0] ?? model.span;
  const uneven = new Map<string, Diagnostic>();
  for (const layer of layers) {
    for (const { what, size, fact } of sizes(model, layer)) {
      if (size % 4 === 0) continue;
      const span = spanOf(fact);
      const key = `${what} ${span.file} ${span.start}`;
      if (uneven.has(key)) continue;
      uneven.set(key, diagnose(unevenSize, span, { what, size, layer: layer.index }));
    }
  }
  return [...uneven.values()];
}

interface Sized {
  readonly what: string;
  readonly size: number;
  readonly fact: Fact<unknown>;
}

/** Every size that a kernel walks in steps of four. */
function sizes(model: ModelPlan, layer: LayerPlan): readonly Sized[] {
  const { headDim, latent } = layer;
  const parts = latent ? headDim.value.parts : [];
  return [
    { what: "`hidden`", size: model.hidden.value, fact: model.hidden },
    { what: "`head_dim`", size: headDim.value.size, fact: headDim },
    ...parts.map(({ kind, size }) => ({
      what: `The ${kind} part of \`head_dim\``,
      size,
      fact: headDim,
    })),
    { what: "`value_dim`", size: layer.valueDim.value, fact: layer.valueDim },
    ...(latent ? [{ what: "`latent.kv`", size: latent.kv.value, fact: latent.kv }] : []),
    ...(latent?.query
      ? [{ what: "`latent.query`", size: latent.query.value, fact: latent.query }]
      : []),
  ];
}
