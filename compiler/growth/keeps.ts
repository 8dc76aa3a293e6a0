import { diagnose } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Checker } from "../check/checker.js";
import { modelFacts } from "../plan/facts.js";
import type { Dtype, Fact, ModelPlan } from "../plan/plan.js";
import { functionChanges } from "./codes.js";
import type { Factors } from "./copies.js";
import { type Difference, differences, layerFacts, valueText } from "./differences.js";

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
  checkTiled(before, factors, stage, checker);
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
}

/** With tiled noise, copies of heads move the others' numbers, and so which noise head they take. */
function checkTiled(
  { layers }: ModelPlan,
  { classes }: Factors,
  stage: SourceSpan,
  checker: Checker,
): void {
  const copied = classes
    .flatMap(({ signal, noise, groups }) => [signal, noise, groups])
    .find(({ value }) => value !== 1);
  if (!copied || layers.every(({ noiseRepeat }) => noiseRepeat?.value !== "tile")) return;
  const why = "numbers the heads anew, and with `noise_repeat: tile` they take other noise heads";
  const instead = 'Grow before tiling, or say why: `lossy "…" { … }`.';
  const parameters = { what: "*=", why, instead };
  checker.report(diagnose(functionChanges, copied.from[0] ?? stage, parameters));
}

function isDerived(fact: Fact<unknown> | undefined): boolean {
  return fact?.origin === "derived" || fact?.origin === "default";
}

function isKept(
  { name }: Difference,
  before: ModelPlan,
  after: ModelPlan,
  factors: Factors,
): boolean {
  switch (name) {
    case "context":
    case "checkpoint":
      return true;
    case "embedding":
      return after.embedding?.value === "untied";
    case "dtype":
      return widens(before.dtype.value, after.dtype.value);
    case "kv_pairs":
      return pairsFollow(before, after, factors);
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

/** Weights and cache hold every number that they held before. */
function widens(before: Dtype, after: Dtype): boolean {
  const holds = (was: Dtype["cache"], is: Dtype["cache"]): boolean => is === was || is === "f32";
  return holds(before.weights, after.weights) && holds(before.cache, after.cache);
}

/** Whole groups bring their KV pairs along. */
function pairsFollow(before: ModelPlan, after: ModelPlan, { classes }: Factors): boolean {
  const [first, ...others] = classes.map(({ groups }) => groups.value);
  const alike = others.every((factor) => factor === first);
  return after.layers.every((layer, i) => {
    const stated = layer.classes.every(({ kv }) => kv);
    const sum = layer.classes.reduce(
      (so, { groups, kv }) => so + groups.value * (kv?.value ?? 0),
      0,
    );
    const was = before.layers[i]?.kvPairs.value ?? 0;
    return layer.kvPairs.value === (stated ? sum : alike ? was * (first ?? 1) : was);
  });
}

/** What to say of a fact that changes what is computed, with the exact way where there is one. */
function told({ name, left, right }: Difference): {
  readonly what: string;
  readonly why: string;
  readonly instead: string;
} {
  const what = `${name}: ${valueText(right)}`;
  const [was, is] = [left?.fact.value, right?.fact.value];
  if (name === "head_dim") {
    const instead = 'Exact instead: `group { signal *= 2 }`. Or `lossy "why" { … }`.';
    return { what, why: "moves scores and RoPE", instead };
  }
  const grows = /^hidden$|^mlp\.width$|^group.* (count|signal|noise)$/.test(name);
  if (grows && typeof was === "number" && typeof is === "number" && is > was && is % was === 0) {
    const count = name.split(/[ .]/).at(-1) ?? name;
    return {
      what,
      why: "does not say that it copies",
      instead: `Write \`${count} *= ${is / was}\`.`,
    };
  }
  return { what, why: "changes what the model computes", instead: 'Say why: `lossy "…" { … }`.' };
}
