import { pairsOf, type CoreOp } from "../operations/core.js";
import type { ProjectOp } from "../operations/project.js";

/** What a schedule is for: an operation of a layer, without the names of its tensors. */
export type Operation =
  | { readonly kind: "prefill" | "decode"; readonly op: CoreOp }
  | {
      readonly kind: "project";
      /** The many rows of a prompt, or the few of a step. */
      readonly phase: "prefill" | "decode";
      readonly op: ProjectOp;
    };

/**
 * The operation in words, from everything that its kernels depend on: operations of one key have
 * the same kernels, so what is best for one is best for all.
 */
export function keyOf(operation: Operation): string {
  return operation.kind === "project"
    ? `project for ${operation.phase}: ${projectWords(operation.op)}`
    : `${operation.kind}: ${coreWords(operation.op)}`;
}

function projectWords({ inputs, outputs, weights, write }: ProjectOp): string {
  return `${outputs} × ${inputs} ${weights.name}${write.bias ? " with bias" : ""}`;
}

function coreWords(op: CoreOp): string {
  const { lambda, headNorm, gate, mask } = op;
  const words = [
    `${op.cells.length} × (${op.signals} + ${op.hasNoise ? 1 : 0}) heads`,
    `d ${op.headDim}`,
    `dv ${op.valueDim}`,
    `cache ${op.cache.name}`,
    mask.value.kind === "window" ? `window ${mask.value.keys}` : mask.value.kind,
    ...(op.hasNoise ? [`${op.ownKeys ? "own" : "shared"} noise keys`] : []),
    ...(lambda?.value.kind === "sigmoid" ? [`λ sigmoid per ${lambda.value.per}`] : []),
    ...(lambda && lambda.value.kind !== "sigmoid" ? [`λ ${lambda.value.kind}`] : []),
    ...(headNorm ? [`norm ${headNorm.value.kind}`] : []),
    ...(gate ? [`gate ${gate.value.form}`] : []),
    ...(op.softcap ? ["softcap"] : []),
    ...(op.parameters.at.sinks === undefined ? [] : ["sinks"]),
    `${op.queryHeads} query heads`,
    `${pairsOf(op)} pairs`,
  ];
  return words.join(", ");
}
