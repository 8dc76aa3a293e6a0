import { CompletionItemKind } from "vscode-languageserver";
import * as t from "../../../grammar/tokens.js";
import { memberRows } from "../../check/read/members.js";
import type { Row } from "../../facts/type.js";
import { is } from "../cursor/frames.js";
import type { Scope } from "../cursor/spot.js";
import { docText, typeText } from "../describe.js";
import { type Here, isInherited } from "./place.js";
import type { Proposal } from "./proposal.js";

/** The facts of a block that it does not state yet: what is missing first, what is inherited last. */
export function factProposals(scope: Scope, here: Here): readonly Proposal[] {
  const isStage = here.subject?.growth !== undefined && scope.path.length === 0;
  return Object.entries(scope.members).flatMap(([name, row]) => {
    // Layers are inserted in a stage, never stated.
    if (here.cursor.stated.has(name) || (isStage && name === "layers")) return [];
    return proposalsOf(name, row, scope, here);
  });
}

function proposalsOf(name: string, row: Row, scope: Scope, here: Here): readonly Proposal[] {
  const { type, required } = row;
  // Parents state blocks in part.
  const inherited = type.type !== "block" && isInherited(here, scope, name);
  const fact: Proposal = {
    label: name,
    kind: CompletionItemKind.Property,
    detail: typeText(type),
    doc: docText(row),
    rank: inherited ? ranks.inherited : ranks[required ?? "optional"],
  };
  const { next } = here.cursor;
  if (next && is(next, t.Colon, t.OpenBrace)) return [fact];
  const proposals: Proposal[] = [{ ...fact, ...statement(name, row) }];
  if (inherited && type.type === "kind" && Object.keys(memberRows(type)).length > 0) {
    proposals.push({ ...fact, label: `${name} { }`, ...blockOf(name) });
  }
  if (grows(scope, name, here)) {
    const change = `${name} *= `;
    const text = { text: change, snippet: `${change}\${1:2}` };
    proposals.push({ ...fact, label: `${name} *=`, rank: ranks.always, ...text });
  }
  return proposals;
}

const ranks = { always: 0, "noise heads": 1, optional: 2, inherited: 3 } as const;

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
