import { GdaError } from "../../runtime/error.js";
import type { Analysis } from "../analyze.js";
import type { Difference } from "../growth/differences.js";
import { storedAs } from "../permute/stored-as.js";
import type { Checkpoint, ModelPlan, Rope } from "../plan/plan.js";
import { compare } from "./compare.js";
import { declaredPath, type DeclaredStage, possibleGrowth, type PossibleGrowth } from "./grown.js";
import { altersLayer, altersModel, type ChangedTensor, changedTensors } from "./tensors.js";

/**
 * What a change does to whoever has a checkpoint of the first model. `same`: it loads and the model
 * computes the same but for rounding. `function`: it loads and computes something else. `rewrite`:
 * it loads after a rewrite that keeps the function. `incompatible`: no rewrite keeps it.
 */
export const effects = ["same", "function", "rewrite", "incompatible"] as const;
export type Effect = (typeof effects)[number];

export interface Change {
  readonly difference: Difference;
  readonly effect: Effect;
}

export interface Diff {
  readonly left: ModelPlan;
  readonly right: ModelPlan;
  readonly changes: readonly Change[];
  /** Tensors whose shapes differ; the reason of what is incompatible. */
  readonly tensors: readonly ChangedTensor[];
  readonly rewrite: RewritePath;
}

/** How a checkpoint of the first model becomes one of the second. */
export interface RewritePath {
  /** By stages that a spec declares. */
  readonly stages: readonly DeclaredStage[];
  /** By copies that a stage could declare. */
  readonly growth: PossibleGrowth | undefined;
  /** By another order of heads or channels, or other names: what `gda permute` is told. */
  readonly permute:
    { readonly to: string | undefined; readonly rope: Rope["pairing"] | undefined } | undefined;
  /** Why it cannot be stored as the second model is. */
  readonly refusal: string | undefined;
}

/** What changed between two models, value by value, and what each change means. */
export function diff(left: ModelPlan, right: ModelPlan, analyses: readonly Analysis[]): Diff {
  const differences = compare(left, right);
  const tensors = changedTensors(left, right);
  const stages = declaredPath(left, right, analyses);
  const growth = stages || tensors.length === 0 ? undefined : possibleGrowth(left, right);
  const stored = permutation(left, right);
  const rewrite: RewritePath = { stages: stages ?? [], growth, ...stored };
  const lossy = new Set(stages?.flatMap(({ stage }) => stage.lossy.flatMap(({ facts }) => facts)));
  const changes = differences.map((difference): Change => {
    const { name } = difference;
    if (harmless.has(name)) return { difference, effect: "same" };
    if (name === "checkpoint" || (name === "rope" && isRepairing(difference, left, right))) {
      return { difference, effect: stored.refusal === undefined ? "rewrite" : "incompatible" };
    }
    const alters = altersTensors(difference, left, right);
    if (stages) return { difference, effect: isLossy(name, lossy) ? "function" : "rewrite" };
    if (alters) return { difference, effect: growth ? "rewrite" : "incompatible" };
    const isKept = growth && compare(growth.model, right).every((it) => it.name !== name);
    return { difference, effect: isKept ? "rewrite" : "function" };
  });
  return { left, right, changes, tensors, rewrite };
}

/** Facts that say how long, how exactly or where, not what is computed. */
const harmless: ReadonlySet<string> = new Set(["context", "dtype", "cache"]);

/** A stage names a fact with the block that it stands in, and maybe a member: `attention.rope.theta`. */
function isLossy(name: string, lossy: ReadonlySet<string>): boolean {
  return [...lossy].some((fact) => `.${fact}.`.includes(`.${name}.`));
}

function altersTensors({ name, layers }: Difference, left: ModelPlan, right: ModelPlan): boolean {
  if (!layers) return altersModel(name, left, right);
  return layers.some((index) => {
    const [of, by] = [left.layers[index], right.layers[index]];
    return of !== undefined && by !== undefined && altersLayer(name, left, of, by);
  });
}

/** Whether RoPE differs in its pairing alone, and alike in all layers. */
function isRepairing({ layers = [] }: Difference, left: ModelPlan, right: ModelPlan): boolean {
  return layers.every((index) => {
    const [of, by] = [left.layers[index]?.rope?.value, right.layers[index]?.rope?.value];
    if (!of || !by || of.pairing === by.pairing) return false;
    return JSON.stringify({ ...of, pairing: by.pairing }) === JSON.stringify(by);
  });
}

/** How the first model's checkpoint would be stored as the second's is. */
function permutation(left: ModelPlan, right: ModelPlan): Pick<RewritePath, "permute" | "refusal"> {
  const pairings = new Set(right.layers.flatMap(({ rope }) => rope?.value.pairing ?? []));
  const [pairing] = pairings;
  const pairs = compare(left, right).some(
    (difference) => difference.name === "rope" && isRepairing(difference, left, right),
  );
  const rope = pairs && pairings.size === 1 ? pairing : undefined;
  const [from, to] = [storageOf(left.checkpoint.value), storageOf(right.checkpoint.value)];
  if (from === to && !rope) return { permute: undefined, refusal: undefined };
  try {
    storedAs(left, { checkpoint: right.checkpoint.value, pairing: rope });
    return { permute: { to: from === to ? undefined : to, rope }, refusal: undefined };
  } catch (error) {
    if (!(error instanceof GdaError)) throw error;
    return { permute: undefined, refusal: error.message };
  }
}

/** As a spec has it: "motif(order: blocked)". */
function storageOf({ family, order }: Checkpoint): string {
  return `${family}(order: ${order})`;
}
