import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Span } from "../../grammar/span.js";
import type { Assert, Declaration, Item, Stage } from "../../grammar/tree.js";
import type { Module } from "./module.js";

/**
 * The items in which the parser found a mistake, up to their own bodies: what they say may be cut
 * off, so nothing more is said of them.
 */
export function suspects(module: Module, findings: readonly Diagnostic[]): readonly Span[] {
  const places = findings.map(({ primary: { span } }) => span);
  const broken = module.tree.declarations.filter(({ span }) => module.isBroken(span));
  const heads = broken.flatMap(headsOf);
  return heads.filter((head) => places.some((place) => touches(head, place, module.text)));
}

/** Whether a mistake lies in an item, or straight after it. */
function touches(head: Span, place: Span, text: string): boolean {
  if (place.end < head.start) return false;
  return place.start <= head.end || text.slice(head.end, place.start).trim() === "";
}

type Part = Declaration | Stage | Assert | Item;

/** An item and all in it, each without its body. */
function headsOf(part: Part): readonly Span[] {
  const body = "body" in part ? part.body : undefined;
  const inner = "members" in part ? part.members : (body?.items ?? []);
  const { start } = part.span;
  const end = body ? body.span.start : "members" in part ? start : part.span.end;
  return [{ start, end }, ...inner.flatMap(headsOf)];
}
