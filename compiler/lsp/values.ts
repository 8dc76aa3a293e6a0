import type { SourceSpan } from "../../grammar/span.js";
import { attentionFacts, headFacts, mlpFacts, modelFacts, type ShownFact } from "../plan/facts.js";
import { totals } from "../plan/heads.js";
import { grouped } from "../plan/layer-sets.js";
import { significant, thousands } from "../plan/numbers.js";
import type { LayerPlan, ModelPlan, Origin } from "../plan/plan.js";

/** What a fact, or an argument of its word, is in some layers of a plan. */
export interface Valued {
  /** As it would be written; where a number differs from layer to layer, from the least to the greatest. */
  readonly text: string;
  /** Those that it has in these layers. */
  readonly numbers: readonly number[];
  /** None where it holds for the whole model. */
  readonly layers: readonly number[] | undefined;
  /** Where it comes from; a total of heads follows from several facts and has none of its own. */
  readonly origin: Origin | undefined;
  readonly from: readonly SourceSpan[];
}

/** The values of a fact by its path; layers that differ in one number only stand together. */
export function valuesOf(plan: ModelPlan, path: readonly string[]): readonly Valued[] {
  const [block = "", ...rest] = path;
  if (block === "layers" && rest.length === 0) return [joined([count(plan.layers.length)])];
  if (block !== "attention" && block !== "mlp") {
    return valued(byName(modelFacts(plan)), path).map((one) => joined([one]));
  }
  const all = plan.layers.flatMap((layer) =>
    inLayer(layer, block, block === "mlp" ? path : rest).map((one) => ({
      ...one,
      layer: layer.index,
    })),
  );
  return grouped(all, ({ form, origin, from }) => JSON.stringify([form, origin, from])).map(
    (alike) => ({ ...joined(alike), layers: alike.map(({ layer }) => layer) }),
  );
}

const known = new WeakMap<LayerPlan, ReadonlyMap<string, ShownFact>>();

/** All facts of a layer by name; plans never change, so that it is made once. */
export function layerFacts(layer: LayerPlan): ReadonlyMap<string, ShownFact> {
  const made =
    known.get(layer) ?? byName([...headFacts(layer), ...attentionFacts(layer), ...mlpFacts(layer)]);
  known.set(layer, made);
  return made;
}

function byName(facts: readonly ShownFact[]): ReadonlyMap<string, ShownFact> {
  return new Map(facts.map((fact) => [fact.name, fact]));
}

/** "0.1447", or "0.2 to 0.7963"; nothing without numbers. */
export function rangeText(numbers: readonly number[], digits?: number): string | undefined {
  if (numbers.length === 0) return undefined;
  const ends = [Math.min(...numbers), Math.max(...numbers)];
  const texts = ends.map((end) =>
    Number.isInteger(end) ? thousands(end) : significant(end, digits),
  );
  return [...new Set(texts)].join(" to ");
}

/** One value, with `…` where a number stands in its text. */
interface One {
  readonly form: string;
  readonly number: number | undefined;
  readonly origin: Origin | undefined;
  readonly from: readonly SourceSpan[];
}

function joined(alike: readonly One[]): Valued {
  const numbers = alike.flatMap(({ number }) => number ?? []);
  const { form = "", origin, from = [] } = alike[0] ?? {};
  const text = form.replace("…", rangeText(numbers) ?? "…");
  return { text, numbers, layers: undefined, origin, from };
}

function inLayer(
  layer: LayerPlan,
  block: "attention" | "mlp",
  path: readonly string[],
): readonly One[] {
  if (block === "mlp") return valued(layerFacts(layer), path);
  const total = path.length === 1 ? totalOf(layer, path[0] ?? "") : undefined;
  if (total !== undefined) return [count(total)];
  return valued(layerFacts(layer), path);
}

function totalOf(layer: LayerPlan, name: string): number | undefined {
  const { query, signal, noise, groups } = totals(layer);
  switch (name) {
    case "heads":
      return query;
    case "signal_heads":
      return signal;
    case "noise_heads":
      return noise;
    case "groups":
      return groups;
    default:
      return undefined;
  }
}

function count(number: number): One {
  return { form: "…", number, origin: undefined, from: [] };
}

/** A fact is named by the beginning of its path, and what follows are arguments of its word. */
function valued(facts: ReadonlyMap<string, ShownFact>, path: readonly string[]): readonly One[] {
  const [first = "", second = ""] = path;
  const pair = facts.get(`${first}.${second}`) ?? facts.get(`${first} ${second}`);
  const found = pair ?? facts.get(first);
  if (!found) return [];
  const { origin, from, value } = found.fact;
  const args = path.slice(pair ? 2 : 1);
  if (args.length === 0) {
    const { form, number = numberOf(value) } = found.shown;
    return [{ form, number, origin, from }];
  }
  const arg = args.reduce(memberOf, value);
  if (typeof arg === "string") return [{ form: arg, number: undefined, origin, from }];
  return typeof arg === "number" ? [{ form: "…", number: arg, origin, from }] : [];
}

/** A fact that is a number; dims count as their sum. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === "number" ? value : memberOf(value, "size");
  return typeof number === "number" ? number : undefined;
}

/** The plan has the arguments of words under their names, `beta_fast` as `betaFast`. */
function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return entries.find(([key]) => key === camel)?.[1];
}
