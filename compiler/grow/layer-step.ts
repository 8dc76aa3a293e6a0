import { isStored } from "../checkpoint/names.js";
import { gdaError } from "../../runtime/error.js";
import { type HeadCopies, headCopies } from "../plan/head-copies.js";
import type { LayerPlan, StagePlan } from "../plan/plan.js";
import { noRewrite } from "./codes.js";

/** How one layer of a stage's model comes out of a layer of its source. */
export interface LayerStep {
  readonly source: LayerPlan;
  readonly grown: LayerPlan;
  /** Whether it is put in beside its source, and adds nothing at first. */
  readonly inserted: boolean;
  readonly heads: HeadCopies;
  /** What `reindex: fold` moves: λ's init, old − new, and the factor of the head norm, old / new. */
  readonly lambdaShift: number;
  readonly normFactor: number;
  /** Which tensor takes the factor up: without a weight of the norm, the output projection. */
  readonly foldsInto: "head_norm" | "o";
}

/** Throws GDA8205 where a `lossy` change leaves no copies of heads. */
export function layerStep(stage: StagePlan, layer: LayerPlan): LayerStep {
  const from = stage.layerSources[layer.index];
  const source = from && stage.source.layers[from.source];
  if (!source) throw new RangeError(`layer ${layer.index} of ${stage.name} has no source`);
  const growth = headCopies(source, layer);
  if ("problem" in growth) {
    const why = `has no heads to copy, since the stage ${growth.problem}`;
    throw gdaError(noRewrite, { stage: stage.model.name, tensor: `layer ${layer.index}`, why });
  }
  const fold = stage.reindex?.value === "fold";
  const init = ({ lambda }: LayerPlan): number =>
    lambda?.value.kind === "reparam" ? lambda.value.init : 0;
  const times = ({ headNorm }: LayerPlan): number => headNorm?.value.times ?? 1;
  return {
    source,
    grown: layer,
    inserted: from.inserted,
    heads: growth.copies,
    lambdaShift: fold ? init(source) - init(layer) : 0,
    normFactor: fold ? times(source) / times(layer) : 1,
    foldsInto: isStored(stage.model.checkpoint.value, "head_norm") ? "head_norm" : "o",
  };
}
