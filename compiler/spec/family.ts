import { parse } from "../../grammar/parse.js";
import type { Expr, Item } from "../../grammar/tree.js";
import { builtIn } from "../names/families.js";
import type { Said } from "./said.js";

/** A family that is built in, with what it states by path: `attention.lambda`. */
export interface Family {
  readonly name: string;
  readonly stated: ReadonlyMap<string, Said>;
}

/** The families of "gda:families". */
export function families(): readonly Family[] {
  return parse(builtIn).tree.declarations.flatMap((declaration) => {
    if (declaration.kind !== "family" || !declaration.name) return [];
    const stated = new Map((declaration.body?.items ?? []).flatMap((item) => statedBy(item, "")));
    return [{ name: declaration.name.text, stated }];
  });
}

function statedBy(item: Item, within: string): readonly (readonly [string, Said])[] {
  if (item.kind === "fact" && item.value) {
    return [[within + item.key.text, saidBy(item.value)]];
  }
  if (item.kind !== "amend") return [];
  return item.body.items.flatMap((inner) => statedBy(inner, `${within}${item.key.text}.`));
}

function saidBy(expr: Expr): Said {
  if (expr.kind !== "call") return written(expr);
  const args = expr.arguments.flatMap(({ name, value }) =>
    name ? [[name.text, written(value)] as const] : [],
  );
  return { word: written(expr.callee), args: Object.fromEntries(args) };
}

function written({ span }: Expr): string {
  return builtIn.text.slice(span.start, span.end);
}
