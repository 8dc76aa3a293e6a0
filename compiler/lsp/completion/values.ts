import { CompletionItemKind } from "vscode-languageserver";
import * as t from "../../../grammar/tokens.js";
import type { FactType, Word } from "../../facts/type.js";
import { is } from "../cursor/frames.js";
import type { Scope } from "../cursor/spot.js";
import { docText, typeText, wordText } from "../describe.js";
import { operandProposals } from "./operands.js";
import { type Here, isInherited } from "./place.js";
import type { Proposal } from "./proposal.js";

/** A value from its beginning: the words of its fact, or what a number can be made of. */
export function valueProposals(
  type: FactType | undefined,
  scope: Scope | undefined,
  here: Here,
): readonly Proposal[] {
  const [key] = here.item;
  const derives = key && scope && isInherited(here, scope, key.image);
  const derive = {
    label: "derive",
    kind: CompletionItemKind.Keyword,
    detail: "drops what is inherited",
    rank: 9,
  };
  return [...valuesOf(type, scope, here), ...(derives ? [derive] : [])];
}

function valuesOf(
  type: FactType | undefined,
  scope: Scope | undefined,
  here: Here,
): readonly Proposal[] {
  if (type?.type === "block") return [];
  if (type?.type !== "kind" && type?.type !== "list") return operandProposals(scope, here);
  const words = Object.entries(type.words).map(([name, word]) => wordProposal(name, word));
  const isNumber = type.type === "kind" && type.number !== undefined;
  return isNumber ? [...words, ...operandProposals(scope, here)] : words;
}

function wordProposal(label: string, word: Word): Proposal {
  const needed = Object.entries(word.takes).filter(([, row]) => row.required === "always");
  const args = needed.map(([name], i) => `${name}: $${i + 1}`);
  return {
    label,
    kind: CompletionItemKind.EnumMember,
    detail: Object.keys(word.takes).length === 0 ? undefined : wordText(label, word),
    doc: word.doc,
    snippet: args.length === 0 ? undefined : `${label}(${args.join(", ")})`,
  };
}

/** The arguments of a word that are not there yet. */
export function argumentProposals({ members }: Scope, { cursor }: Here): readonly Proposal[] {
  const isNamed = cursor.next && is(cursor.next, t.Colon);
  return Object.entries(members).flatMap(([name, row]) => {
    if (cursor.stated.has(name)) return [];
    const text = isNamed ? name : `${name}: `;
    return [
      {
        label: name,
        kind: CompletionItemKind.Variable,
        detail: typeText(row.type),
        doc: docText(row),
        text,
        rank: row.required === "always" ? 0 : 1,
      },
    ];
  });
}
