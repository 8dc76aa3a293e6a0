import { type StoredTensor, storedTensors } from "../checkpoint/stored.js";
import { gdaError } from "../../runtime/error.js";
import { totals } from "../plan/heads.js";
import type { StagePlan } from "../plan/plan.js";
import { axesOf, type Over } from "./axes.js";
import { type Blocks, columnRuns, inStoredOrder, lengthOf, runs } from "./blocks.js";
import { type LayerStep, layerStep } from "./layer-step.js";
import type { Rewrite } from "./rewrite.js";
import { noRewrite } from "./codes.js";

/**
 * How each tensor of a stage's checkpoint comes out of the checkpoint before it, in the order of a
 * forward pass (gda-math.md, section 7). Throws GDA8205 where a `lossy` change asks for a tensor
 * that no copies give.
 */
export function rewritesOf(stage: StagePlan): readonly Rewrite[] {
  const steps = stage.model.layers.map((layer) => layerStep(stage, layer));
  const sources = new Map(
    storedTensors(stage.source).map((tensor) => [`${tensor.layer} ${tensor.tensor}`, tensor]),
  );
  return storedTensors(stage.model).map((target) => {
    const step = target.layer === undefined ? undefined : steps[target.layer];
    const find: Find = (tensor) => sources.get(`${step?.source.index} ${tensor}`);
    return step ? inLayer(target, step, find, stage) : aroundLayers(target, find, stage);
  });
}

/** A tensor of the source, in the same place. */
type Find = (tensor: string) => StoredTensor | undefined;

/**
 * A head that was tied starts as the embedding. Where it stays tied, it is not divided among the
 * copies of its input, and the final norm is instead.
 */
function aroundLayers(target: StoredTensor, find: Find, stage: StagePlan): Rewrite {
  const { tensor } = target;
  const source = find(tensor) ?? (tensor === "lm_head" ? find("embedding") : undefined);
  const tied = stage.model.embedding?.value === "tied" && tensor.startsWith("final_norm");
  const factor = tied ? 1 / stage.hiddenCopies.value : 1;
  return copied({ target, source, factor }, undefined, stage);
}

function inLayer(target: StoredTensor, step: LayerStep, find: Find, stage: StagePlan): Rewrite {
  const { tensor } = target;
  const { lambdaShift: shift, normFactor } = step;
  const source = find(tensor);
  if (source && step.inserted && ["o", "o_bias", "mlp_down"].includes(tensor)) {
    return { kind: "fill", target, value: 0, like: source };
  }
  const [q1, k1, q2, k2] = ["lambda_q1", "lambda_k1", "lambda_q2", "lambda_k2"].map(find);
  if (shift !== 0 && q1 && k1 && q2 && k2 && /^lambda_[qk][12]$/.test(tensor)) {
    return { kind: "lambda", target, sources: [q1, k1, q2, k2], shift };
  }
  const like = find("o");
  if (!source && like && tensor === "head_norm" && step.source.headNorm) {
    // The source's family norms heads without a weight.
    return { kind: "fill", target, value: normFactor, like };
  }
  const factor = foldedInto(tensor, step) ? normFactor : 1;
  return copied({ target, source, factor }, step, stage);
}

/** Whether a tensor takes up the factor of the head norm: its weight and bias, or o without these. */
function foldedInto(tensor: string, { foldsInto }: LayerStep): boolean {
  return foldsInto === "o" ? tensor === "o" : ["head_norm", "head_norm_bias"].includes(tensor);
}

interface Copied {
  readonly target: StoredTensor;
  readonly source: StoredTensor | undefined;
  readonly factor: number;
}

function copied(
  { target, source, factor }: Copied,
  step: LayerStep | undefined,
  stage: StagePlan,
): Rewrite {
  const refuse = (why: string): Error =>
    gdaError(noRewrite, { stage: stage.model.name, tensor: target.name, why });
  if (!source) throw refuse("is not in the source, and the stage does not say what it starts as");
  const axes = axesOf(target, step?.source);
  const [rowCount = 1, columnCount = 1] = source.shape;
  const rows = blocksOf(axes.rows, rowCount, step, stage);
  const columns = blocksOf(axes.columns ?? "fixed", columnCount, step, stage);
  const [wantedRows = 1, wantedColumns = 1] = target.shape;
  if (lengthOf(rows) !== wantedRows || lengthOf(columns) !== wantedColumns) {
    throw refuse(`becomes ${target.shape.join(" × ")}, which are no copies of what it was`);
  }
  const divided = !axes.lookup;
  const columnsOf = columnRuns(columns, { factor, divided });
  const paired = !axes.quiet && columnsOf.some(({ sign }) => sign !== 0);
  const { copies } = stage;
  const noise =
    paired && copies?.value.kind === "hyperclone"
      ? { snr: copies.value.snr, seed: copies.value.seed }
      : undefined;
  return {
    kind: "copy",
    target,
    source,
    rows: runs(inStoredOrder(rows, source.order, target.order)),
    columns: columnsOf,
    noise,
  };
}

/** The copies along an axis that has `length` rows or columns in the source. */
function blocksOf(
  over: Over,
  length: number,
  step: LayerStep | undefined,
  stage: StagePlan,
): Blocks {
  const whole = (copies: number): Blocks => ({
    size: length,
    sources: Array.from({ length: copies }, () => 0),
  });
  switch (over) {
    case "fixed":
      return whole(1);
    case "hidden":
      return whole(stage.hiddenCopies.value);
    case "width":
      return whole(stage.mlpCopies.value);
    case "query":
    case "signal":
    case "noise":
    case "pairs": {
      if (!step) return whole(1);
      const { kvPairs } = step.source;
      const heads = { ...totals(step.source), pairs: kvPairs.value }[over];
      return { size: length / heads, sources: step.heads[over] };
    }
  }
}
