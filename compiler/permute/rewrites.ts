import { storedTensors, type StoredTensor } from "../checkpoint/stored.js";
import type { ColumnRun, Rewrite } from "../grow/rewrite.js";
import type { ModelPlan, Rope } from "../plan/plan.js";
import { isIdentity, memoryRows, repairedRows, runsOf, storedRows } from "./rows.js";

/** How a tensor comes out of the other checkpoint, and what that changes. */
export interface Move {
  readonly rewrite: Rewrite;
  /** Its heads lie in another order. */
  readonly heads: boolean;
  /** Its rotary channels are paired in another way. */
  readonly pairs: boolean;
  /** It takes over the weight of a head norm that the target does not store. */
  readonly norm: StoredTensor | undefined;
}

/**
 * One row for each tensor of the same model stored in another way (gda-math.md, section 3). A head
 * norm's weight that only the target stores is 1; one that only the source stores is left to
 * `withHeadNorms`.
 */
export function movesOf(model: ModelPlan, target: ModelPlan): readonly Move[] {
  const sources = new Map(storedTensors(model).map((tensor) => [placeOf(tensor), tensor]));
  const targets = storedTensors(target);
  const kept = new Set(targets.map(placeOf));
  return targets.map((tensor): Move => {
    const source = sources.get(placeOf(tensor));
    const o = sources.get(placeOf({ ...tensor, tensor: "o" }));
    if (!source) {
      if (!o) throw new RangeError(`nothing is known of ${tensor.name}`);
      const rewrite = { kind: "fill", target: tensor, value: 1, like: o } as const;
      return { rewrite, heads: false, pairs: false, norm: undefined };
    }
    const count = tensor.shape[0] ?? 0;
    const paired = pairedRows(model, target, tensor, count);
    const stored = storedRows(source.order, count);
    const memory = memoryRows(tensor.order, count);
    const rows = memory.map((row) => stored[paired[row] ?? 0] ?? 0);
    const columns = [wholeColumns(tensor)];
    const norm =
      tensor.tensor === "o" ? sources.get(placeOf({ ...tensor, tensor: NORM })) : undefined;
    return {
      rewrite: {
        kind: "copy",
        target: tensor,
        source,
        rows: runsOf(rows),
        columns,
        noise: undefined,
      },
      heads: !isIdentity(memory.map((row) => stored[row] ?? 0)),
      pairs: !isIdentity(paired),
      norm: norm && !kept.has(placeOf(norm)) ? norm : undefined,
    };
  });
}

/** Whether a tensor is not merely copied. */
export function isChange({ rewrite, heads, pairs, norm }: Move): boolean {
  if (rewrite.kind !== "copy" || heads || pairs || norm) return true;
  return rewrite.source.name !== rewrite.target.name;
}

/**
 * The table with the weights of lost head norms, [dv] by name, in the columns of `o` that they scale:
 * the norm's output is linear in them, and what follows up to `o` is too. Exact but for one rounding.
 */
export function withHeadNorms(
  moves: readonly Move[],
  weights: ReadonlyMap<string, Float64Array>,
): readonly Rewrite[] {
  return moves.map(({ rewrite, norm }) => {
    const weight = norm && weights.get(norm.name);
    if (!weight || rewrite.kind !== "copy") return rewrite;
    return { ...rewrite, columns: scaledColumns(rewrite.target, weight) };
  });
}

const NORM = "head_norm";

/** For each row in memory order, the row that it was before its channels were paired another way. */
function pairedRows(
  model: ModelPlan,
  target: ModelPlan,
  { tensor, layer: index }: StoredTensor,
  count: number,
): readonly number[] {
  const pairingIn = (plan: ModelPlan): Rope["pairing"] | undefined =>
    plan.layers.find((layer) => layer.index === index)?.rope?.value.pairing;
  const layer = target.layers.find((each) => each.index === index);
  const pairing = pairingIn(target);
  const changes = layer && pairing && pairing !== pairingIn(model);
  return changes ? repairedRows(layer, tensor, count, pairing) : memoryRows(undefined, count);
}

/** Which tensor of which layer. */
function placeOf({ layer, tensor }: Pick<StoredTensor, "layer" | "tensor">): string {
  return `${layer} ${tensor}`;
}

function wholeColumns({ shape: [, columns = 1] }: StoredTensor): ColumnRun {
  return { first: 0, count: columns, copy: 0, factor: 1, sign: 0 };
}

/** One run for each column of `o`: channel c of each signal head is scaled by weight c. */
function scaledColumns(o: StoredTensor, norm: Float64Array): readonly ColumnRun[] {
  const whole = wholeColumns(o);
  if (norm.every((factor) => factor === 1)) return [whole];
  return Array.from({ length: whole.count }, (_, first) => ({
    ...whole,
    first,
    count: 1,
    factor: norm[first % norm.length] ?? 1,
  }));
}
