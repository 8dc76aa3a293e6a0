import type { Body, Expr, Fact, Item } from "../../../grammar/tree.js";
import { rowOf } from "../../facts/search.js";
import type { KindType, Row, Word } from "../../facts/type.js";
import type { Notes, Spot } from "./notes.js";
import { reportUnknownArgument, unwrapped, valueNode } from "./value-node.js";

/** Reads `rope { theta: … }`: members of a word, whichever is there. */
export function readMembers(
  body: Body,
  fact: string,
  type: KindType,
  spot: Spot,
  notes: Notes,
): void {
  const takes = memberRows(type);
  const any: Word = { doc: "", takes };
  for (const item of body.items) {
    if (item.kind !== "fact" && item.kind !== "amend") {
      notes.misplaced(item, placeOf(item));
      continue;
    }
    const { key } = item;
    const row = rowOf(takes, key.text);
    if (!row) reportUnknownArgument(fact, any, key, notes);
    else if (item.kind === "fact") readFact(item, row, spot, notes);
    else if (row.type.type === "kind") {
      const path = [...spot.path, key.text];
      readMembers(item.body, key.text, row.type, { ...spot, path }, notes);
    } else notes.wrongSign(key, `\`${key.text}\` has no members: write \`${key.text}: …\`.`);
  }
}

/** `name: value`, or `name: derive`. */
export function readFact(item: Fact, row: Row, spot: Spot, notes: Notes): void {
  const { key, value } = item;
  if (isDerive(value)) return notes.state({ says: "derive" }, key, item, spot);
  const node = valueNode(key.text, row.type, value, notes.span(item), notes);
  notes.state({ says: "value", node }, key, item, spot);
}

/** The members that any word of a kind takes. */
export function memberRows(type: KindType): Readonly<Record<string, Row>> {
  return Object.fromEntries(
    Object.values(type.words).flatMap(({ takes }) => Object.entries(takes)),
  );
}

export function isDerive(value: Expr | undefined): boolean {
  const path = value && unwrapped(value);
  return path?.kind === "path" && path.names.length === 1 && path.names[0]?.text === "derive";
}

function placeOf(item: Item): string {
  if (item.kind === "group" || item.kind === "layers") return "`attention { … }`";
  return item.kind === "param" ? "a model, beside `attention`" : "a growth's `stage`";
}
