import type { ModelPlan } from "../plan/plan.js";
import type { Factors } from "./copies.js";
import type { Broken } from "./moved-heads.js";

/**
 * A tied head reads all copies of the residual stream through the embedding, which is not divided:
 * the final norm is, and where there is none the logits grow.
 */
export function tiedHead(after: ModelPlan, { hidden }: Factors): readonly Broken[] {
  if (hidden.value === 1 || after.embedding?.value !== "tied" || after.preNorm) return [];
  const why = `makes the logits ${hidden.value} times as large, where the head is tied and no norm stands before it`;
  const instead = "Exact instead: `embedding: untied`.";
  return [{ at: hidden.from[0], what: `hidden *= ${hidden.value}`, why, instead }];
}
