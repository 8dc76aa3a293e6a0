import type { Label } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Fact, LayerPlan } from "../plan/plan.js";
import { layerSet } from "../plan/layer-sets.js";
import type { Planned, Subject } from "./subject.js";

/** Where a finding points, with what is said there and at what else took part. */
export interface Place {
  readonly span: SourceSpan;
  readonly labels: { readonly label?: string; readonly secondary: readonly Label[] };
}

/** A fact that takes part, and what is said of it beside its text. */
export interface Part {
  readonly fact: Fact<unknown>;
  readonly text: string;
}

/**
 * The place of a finding about some facts, the most telling first: in the model's own text where it
 * states one of them, or else at its name. There is none where all of them are another model's,
 * which has the finding itself.
 */
export function placeOf(
  planned: Planned,
  parts: readonly Part[],
  subject: Subject,
): Place | undefined {
  const own = ownSpan(planned, parts);
  if (!own && !startsFromFamilies(planned, subject)) return undefined;
  const span = own ?? planned.plan.span;
  let label: string | undefined;
  const secondary = new Map<string, Label>();
  for (const { fact, text } of parts) {
    const at = fact.from.find((from) => inside(planned.text, from)) ?? fact.from[0];
    if (!at) continue;
    // What several facts say in one place is said of the first of them.
    if (sameSpan(at, span)) label ??= text;
    else if (!secondary.has(keyOf(at))) secondary.set(keyOf(at), { span: at, text });
  }
  const others = [...secondary.values()];
  return {
    span,
    labels: label === undefined ? { secondary: others } : { label, secondary: others },
  };
}

/** The model's name. */
export function atName({ plan }: Planned, secondary: readonly Label[] = []): Place {
  return { span: plan.span, labels: { secondary } };
}

/** The layers of which a rule says the same at one place. */
export interface Found<T> {
  readonly place: Place;
  /** " in layers 8-39", or nothing where it is all of them. */
  readonly where: string;
  readonly first: T;
}

/** One finding for each place: `about` gives the parts of a layer that breaks a rule, and why. */
export function layersByPlace<T>(
  planned: Planned,
  subject: Subject,
  about: (layer: LayerPlan) => { readonly parts: readonly Part[]; readonly what: T } | undefined,
): readonly Found<T>[] {
  const { layers } = planned.plan;
  const found = new Map<string, { place: Place | undefined; first: T; layers: number[] }>();
  for (const layer of layers) {
    const broken = about(layer);
    if (!broken) continue;
    const { parts, what: first } = broken;
    const key = keyOf(ownSpan(planned, parts) ?? planned.plan.span);
    const known = found.get(key);
    if (known) known.layers.push(layer.index);
    else found.set(key, { place: placeOf(planned, parts, subject), first, layers: [layer.index] });
  }
  return [...found.values()].flatMap(({ place, first, layers: numbers }) => {
    const all = numbers.length === layers.length;
    const where = all ? "" : ` in ${layerSet(numbers, layers.length)}`;
    return place ? [{ place, first, where }] : [];
  });
}

/** Where the model's own text states one of some facts. */
function ownSpan({ text }: Planned, parts: readonly Part[]): SourceSpan | undefined {
  for (const { fact } of parts) {
    const own = fact.from.find((from) => inside(text, from));
    if (own) return own;
  }
  return undefined;
}

function keyOf({ file, start, end }: SourceSpan): string {
  return `${start} ${end} ${file}`;
}

function sameSpan(a: SourceSpan, b: SourceSpan): boolean {
  return a.start === b.start && a.end === b.end && a.file === b.file;
}

/** Whether a span lies in a text. */
export function inside(text: SourceSpan, span: SourceSpan): boolean {
  return text.file === span.file && text.start <= span.start && span.end <= text.end;
}

/** Whether no model above has the same facts: what it extends, if anything, is a family. */
function startsFromFamilies({ plan, stage }: Planned, { module }: Subject): boolean {
  if (stage) return false;
  const declaration = module.tree.declarations.find(
    ({ name }) => name?.span.start === plan.span.start,
  );
  if (declaration?.kind !== "model" || !declaration.extends) return true;
  const parent = declaration.extends.names[0];
  return parent !== undefined && module.names.get(parent.text)?.declaration.kind === "family";
}
