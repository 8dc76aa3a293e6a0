import { CompletionItemKind } from "vscode-languageserver";
import * as t from "../../../grammar/tokens.js";
import { memberRows } from "../../check/read/members.js";
import type { Row } from "../../facts/type.js";
import { is } from "../cursor/frames.js";
import type { Scope } from "../cursor/spot.js";
import { leftOut, typeText } from "../describe.js";
import { sightOf } from "../names/subject.js";
import { type Here, isInherited } from "./place.js";
import type { Proposal } from "./proposal.js";

/** The facts of a block that it does not state yet, and the items that begin with a word. */
export function itemProposals(scope: Scope, here: Here): readonly Proposal[] {
  const inStage = here.subject?.growth !== undefined && scope.path.length === 0;
  const open = Object.entries(scope.members).filter(
    ([name]) => !here.cursor.stated.has(name) && !(inStage && name === "layers"),
  );
  const facts = open.flatMap(([name, row]) => factProposals(name, row, scope, here));
  return [...facts, ...wordItems(scope, here)];
}

function factProposals(name: string, row: Row, scope: Scope, here: Here): readonly Proposal[] {
  // Parents state blocks in part.
  const inherited = row.type.type !== "block" && isInherited(here, scope, name);
  const proposal = {
    kind: CompletionItemKind.Property,
    detail: typeText(row.type),
    doc: [row.doc, leftOut(row)].join(" ").trim(),
  };
  const rank = inherited
    ? ranks.inherited
    : row.required === undefined
      ? ranks.optional
      : ranks[row.required];
  const isKeyed = here.cursor.next && is(here.cursor.next, t.Colon, t.OpenBrace);
  const whole = isKeyed ? {} : statement(name, row);
  const amends =
    inherited && row.type.type === "kind" && Object.keys(memberRows(row.type)).length > 0;
  const more: Proposal[] = [];
  if (amends && !isKeyed) {
    more.push({ label: `${name} { }`, ...proposal, rank, ...blockOf(name) });
  }
  if (grows(scope, name, here) && !isKeyed) {
    const text = `${name} *= `;
    more.push({
      label: `${name} *=`,
      ...proposal,
      rank: ranks.always,
      text,
      snippet: `${text}\${1:2}`,
    });
  }
  return [{ label: name, ...proposal, rank, ...whole }, ...more];
}

const ranks = { always: 0, "noise heads": 1, optional: 2, inherited: 3, words: 4 } as const;

/** A fact as it is stated, with its value to be filled in. */
function statement(name: string, { type }: Row): Pick<Proposal, "text" | "snippet"> {
  if (type.type === "block") return blockOf(name);
  const text = `${name}: `;
  if (type.type === "list") return { text, snippet: `${text}[$0]` };
  const words = type.type === "kind" && !type.number ? Object.entries(type.words) : [];
  const plain = words.length > 0 && words.every(([, { takes }]) => Object.keys(takes).length === 0);
  if (!plain) return { text, snippet: `${text}$0` };
  return { text, snippet: `${text}\${1|${words.map(([word]) => word).join(",")}|}` };
}

function blockOf(head: string): Pick<Proposal, "text" | "snippet"> {
  return { text: `${head} { }`, snippet: `${head} {\n\t$0\n}` };
}

/** Whether a stage can multiply a count. */
function grows({ path }: Scope, name: string, { subject }: Here): boolean {
  if (!subject?.growth) return false;
  const [block, group = ""] = path;
  const isGroup = block === "attention" && group.startsWith("group") && path.length === 2;
  if (isGroup) return name === "signal" || name === "noise";
  return [...path, name].join(".") === "mlp.width" || (path.length === 0 && name === "hidden");
}

/** What is no fact: groups, layers, params, and what only a stage can say. */
function wordItems(scope: Scope, { subject, cursor }: Here): readonly Proposal[] {
  const stage = subject?.growth !== undefined;
  const at = scope.path.join(".");
  const proposals: Proposal[] = [];
  const add = (label: string, detail: string, text: string, snippet: string): void => {
    const kind = CompletionItemKind.Keyword;
    proposals.push({ label, kind, detail, text, snippet, rank: ranks.words });
  };
  const classes = at === "attention" && subject ? [...sightOf(subject).classes.keys()] : [];
  for (const name of classes) {
    add(`group ${name}`, "a class of groups", `group ${name} { }`, `group ${name} { $0 }`);
  }
  if (at === "attention" && stage) {
    add("group", "what of the groups changes", "group { }", "group { $0 }");
  } else if (at === "attention") {
    const snippet = "group[${1:8}] { signal: ${2:4}, noise: ${3:1} }";
    add("group", "groups alike, with the heads of each", "group", snippet);
  }
  if (at === "attention" || at === "mlp") {
    add("layers", "exceptions for some layers", "layers", "layers ${1:every 4 from 0} {\n\t$0\n}");
  }
  if (at === "" && (subject?.part.kind === "model" || subject?.part.kind === "family")) {
    add("param", "a value to be chosen", "param", "param ${1:r}: ${2:ratio} = ${3:4:1}");
  }
  if (stage) {
    add("lossy", "changes that do not keep the function", "lossy", 'lossy "${1:why}" { $0 }');
    if (at === "" && !cursor.stated.has("layers")) {
      add("layers +=", "inserts layers", "layers += ", "layers += ${1:8} after every ${2:4}");
    }
    if (at.startsWith("attention.group"))
      add("count *=", "copies whole groups", "count *= ", "count *= ${1:2}");
  }
  return proposals;
}
