import { parse } from "../../../grammar/parse.js";
import type { Row } from "../../facts/type.js";
import { ReadModule } from "../../names/read-module.js";
import { Recall } from "../../names/recall.js";
import type { Node, Owner } from "../compose/node.js";
import { valueNode } from "../read/value-node.js";

const made = new WeakMap<Row, Node>();

/** What a fact or an argument is where nobody states it, by the table of facts. */
export function defaultNode(name: string, row: Row): Node | undefined {
  const known = made.get(row);
  if (known || row.default === undefined) return known;
  const source = { file: "", text: `const value = ${row.default}` };
  const { tree } = parse(source);
  const [declaration] = tree.declarations;
  const expr = declaration?.kind === "const" ? declaration.value : undefined;
  const version = { text: source.text, tree, names: new Map(), mistakes: [] };
  const module = new ReadModule(source.file, version, new Recall());
  const at = { file: "", start: 0, end: 0 };
  const owner: Owner = { kind: "language", name, span: at, module };
  const node = valueNode(name, row.type, expr, at, { owner, report: () => undefined });
  made.set(row, node);
  return node;
}
