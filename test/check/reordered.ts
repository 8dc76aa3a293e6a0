import { parse } from "../../grammar/parse.js";
import { createSource } from "../../grammar/source.js";
import type { Declaration, Item } from "../../grammar/tree.js";

/** Puts things into another order. */
export type Order = <T>(things: readonly T[]) => readonly T[];

/**
 * A file with its declarations and the items of every body in another order; only the classes of
 * groups, which lie in memory as they are written, keep theirs.
 */
export function reordered(text: string, order: Order): string {
  const { tree } = parse(createSource("text.gda", text));
  const imports = tree.imports.map(({ span }) => text.slice(span.start, span.end));
  const declarations = tree.declarations.map((each) => inside(each, text, order));
  return [...imports, ...order(declarations)].join("\n");
}

function inside(part: Declaration | Item, text: string, order: Order): string {
  const body = "body" in part ? part.body : undefined;
  if (!body) return text.slice(part.span.start, part.span.end);
  const head = text.slice(part.span.start, body.span.start);
  const groups = body.items.filter((item) => item.kind === "group");
  const others = order(body.items.filter((item) => item.kind !== "group"));
  const inner = [...others, ...groups].map((item) => inside(item, text, order));
  return `${head}{\n${inner.join("\n")}\n}`;
}
