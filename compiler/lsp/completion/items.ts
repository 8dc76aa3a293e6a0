import { CompletionItemKind } from "vscode-languageserver";
import type { Scope } from "../cursor/spot.js";
import { sightOf } from "../names/subject.js";
import type { Here } from "./place.js";
import type { Proposal } from "./proposal.js";

/** What a block can hold beside facts: groups, layers, params, and what only a stage can say. */
export function itemProposals({ path }: Scope, { subject, cursor }: Here): readonly Proposal[] {
  const at = path.join(".");
  const inStage = subject?.growth !== undefined;
  const classes = at === "attention" && subject ? [...sightOf(subject).classes.keys()] : [];
  const items = classes.map(classItem);
  if (at === "attention") items.push(inStage ? changedGroup : newGroup);
  if (at === "attention" || at === "mlp") items.push(layers);
  const { kind } = subject?.part ?? {};
  if (at === "" && (kind === "model" || kind === "family")) items.push(param);
  if (inStage) items.push(lossy);
  if (inStage && at === "" && !cursor.stated.has("layers")) items.push(insertion);
  if (inStage && at.startsWith("attention.group")) items.push(copies);
  return items;
}

/** Behind all facts. */
function item(label: string, detail: string, text: string, snippet: string): Proposal {
  return { label, kind: CompletionItemKind.Keyword, detail, text, snippet, rank: 4 };
}

function classItem(name: string): Proposal {
  const group = `group ${name}`;
  return item(group, "a class of groups", `${group} { }`, `${group} { $0 }`);
}

const newGroup = item(
  "group",
  "groups alike, with the heads of each",
  "group",
  "group[${1:8}] { signal: ${2:4}, noise: ${3:1} }",
);
const changedGroup = item("group", "the only class of groups", "group { }", "group { $0 }");
const layers = item(
  "layers",
  "exceptions for some layers",
  "layers",
  "layers ${1:every 4 from 0} {\n\t$0\n}",
);
const param = item("param", "a value to be chosen", "param", "param ${1:r}: ${2:ratio} = ${3:4:1}");
const lossy = item(
  "lossy",
  "changes that do not keep the function",
  "lossy",
  'lossy "${1:why}" { $0 }',
);
const insertion = item(
  "layers +=",
  "inserts layers",
  "layers += ",
  "layers += ${1:8} after every ${2:4}",
);
const copies = item("count *=", "copies whole groups", "count *= ", "count *= ${1:2}");
