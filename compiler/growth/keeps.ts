import { diagnose } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Checker } from "../check/checker.js";
import { isStored } from "../checkpoint/names.js";
import { modelFacts } from "../plan/facts.js";
import { totals } from "../plan/heads.js";
import type { Dtype, Fact, ModelPlan } from "../plan/plan.js";
import { functionChanges } from "./codes.js";
import type { Factors } from "./copies.js";
import { type Difference, differences, layerFacts, valueText } from "./differences.js";
import { movedHeads } from "./moved-heads.js";
import { tiedHead } from "./tied-head.js";
import { told } from "./told.js";

/**
 * Row 27 of language.md, section 8: outside `lossy` a stage keeps what the model computes. Each
 * fact that it changes must be one that copies of heads and channels keep exact (gda-math.md,
 * section 7), or one that the function does not depend on.
 */
export function checkKept(
  before: ModelPlan,
  after: ModelPlan,
  factors: Factors,
  stage: SourceSpan,
  checker: Checker,
): void {
  const changed = differences(before, after).filter((d) => !isKept(d, before, after, factors));
  const stated = changed.filter(({ right }) => !isDerived(right?.fact));
  // What follows from a stated fact needs no finding of its own.
  for (const difference of stated.length > 0 ? stated : changed) {
    const [at] = difference.right?.fact.from ?? [];
    const [was] = difference.left?.fact.from ?? [];
    const secondary = was && at && was.start !== at.start ? [{ span: was, text: "as it was" }] : [];
    const label = `was ${valueText(difference.left)}`;
    const finding = diagnose(functionChanges, at ?? stage, told(difference), { label, secondary });
    checker.report(finding);
  }
  if (changed.length > 0) return;
  for (const { at, ...told } of [...movedHeads(before, after), ...tiedHead(after, factors)]) {
    checker.report(diagnose(functionChanges, at ?? stage, told));
  }
}

function isDerived(fact: Fact<unknown> | undefined): boolean {
  return fact?.origin === "derived" || fact?.origin === "default";
}

function isKept(
  { name, left, right }: Difference,
  before: ModelPlan,
  after: ModelPlan,
  factors: Factors,
): boolean {
  switch (name) {
    case "context":
    case "cache":
      return true;
    case "checkpoint":
      return storesAll(before, after);
    case "embedding":
      return after.embedding?.value === "untied";
    case "dtype":
      return widens(before.dtype.value, after.dtype.value);
    case "head_dim":
      // Without a rope a head is plain, and with one it turns: the rope has the finding.
      return valueText(left) === valueText(right);
    case "kv_pairs":
      return pairsFollow(before, after);
    default: {
      const factor = factorOf(name, before, factors);
      const [was, is] = [numbersOf(name, before), numbersOf(name, after)];
      return was.every((number, i) => number !== undefined && is[i] === number * factor);
    }
  }
}

/** A count of a model, or of each of its layers. */
function numbersOf(name: string, plan: ModelPlan): readonly (number | undefined)[] {
  const facts = name === "hidden" ? [modelFacts(plan)] : plan.layers.map(layerFacts);
  return facts.map((all) => {
    const value = all.find((fact) => fact.name === name)?.fact.value;
    return typeof value === "number" ? value : undefined;
  });
}

/** How often the source's count of this name is copied. */
function factorOf(name: string, { layers }: ModelPlan, factors: Factors): number {
  if (name === "hidden") return factors.hidden.value;
  if (name === "mlp.width") return factors.mlp.value;
  const [, , of = "", count] = /^(group ?(.*)) (count|signal|noise)$/.exec(name) ?? [];
  const index = layers[0]?.classes.findIndex((c) => (c.name ?? "") === of) ?? -1;
  const copies = factors.classes[index];
  if (!copies) return 1;
  if (count === "count") return copies.groups.value;
  return count === "signal" ? copies.signal.value : copies.noise.value;
}

/**
 * Weights and cache hold every number that they held before. Quantised weights stay as they are: they
 * are made anew of the floats of a checkpoint, and every other storage makes other numbers of these.
 */
function widens(before: Dtype, after: Dtype): boolean {
  const holds = (was: Dtype["cache"], is: Dtype["cache"]): boolean => is === was || is === "f32";
  const blockOf = (dtype: Dtype): number | undefined =>
    "block" in dtype ? dtype.block : undefined;
  const weights =
    "block" in before || "block" in after
      ? before.weights === after.weights && blockOf(before) === blockOf(after)
      : holds(before.weights, after.weights);
  return weights && holds(before.cache, after.cache);
}

/** A family may leave out the weight of the head norm, which is then lost. */
function storesAll(before: ModelPlan, after: ModelPlan): boolean {
  const stores = ({ checkpoint }: ModelPlan): boolean => isStored(checkpoint.value, "head_norm");
  return stores(after) || !stores(before) || before.layers.every(({ headNorm }) => !headNorm);
}

/** Whole groups bring their KV pairs along: these grow as the groups do, or are derived anew. */
function pairsFollow(before: ModelPlan, after: ModelPlan): boolean {
  return after.layers.every((layer, i) => {
    const was = before.layers[i];
    if (!was || isDerived(layer.kvPairs)) return true;
    const pairsOfAll = was.kvPairs.value * totals(layer).groups;
    return (
      layer.classes.every(({ kv }) => kv) || layer.kvPairs.value * totals(was).groups === pairsOfAll
    );
  });
}
