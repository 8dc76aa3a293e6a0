import { facts } from "../../facts/table.js";
import type { LayerPlan, ModelPlan } from "../../plan/plan.js";
import type { Owner } from "../compose/node.js";
import type { Block } from "./block.js";
import { checkpointOf, dtypeOf, preNormOf } from "./kinds.js";
import { mapFact, numberOf, wordOf } from "./read-value.js";

const { model } = facts;

/** What a plan says of the whole model. */
export type Root = Omit<ModelPlan, "name" | "doc" | "span" | "layers">;

export function planRoot(block: Block): Root | undefined {
  const hidden = mapFact(block.needed("hidden"), numberOf);
  block.needed("layers");
  const context = mapFact(block.needed("context"), numberOf);
  const dtype = mapFact(block.needed("dtype"), dtypeOf);
  const checkpoint = mapFact(block.fact("checkpoint"), checkpointOf);
  // An embedding has rows and is tied or not: either fact asks for the other.
  const embeds = block.stated("vocab") ?? block.stated("embedding");
  const vocab = mapFact(embeds && block.needed("vocab"), numberOf);
  const embedding = mapFact(embeds && block.needed("embedding"), (value) =>
    wordOf(model.embedding.type, value),
  );
  const preNorm = mapFact(block.fact("pre_norm"), preNormOf);
  if (!hidden || !context || !dtype || !checkpoint) return undefined;
  return { hidden, context, vocab, embedding, dtype, checkpoint, preNorm };
}

export function joined(
  { name, span }: Owner,
  doc: string | undefined,
  root: Root,
  layers: readonly LayerPlan[],
): ModelPlan {
  return { name, doc, span, ...root, layers };
}
