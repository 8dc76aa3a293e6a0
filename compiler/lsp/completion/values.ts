import { CompletionItemKind } from "vscode-languageserver";
import * as t from "../../../grammar/tokens.js";
import type { Unit } from "../../../grammar/tree.js";
import { memberRows } from "../../check/read/members.js";
import { varies } from "../../facts/table.js";
import type { FactType, Members, Row, Word } from "../../facts/type.js";
import { functions } from "../../types/functions.js";
import { is } from "../cursor/frames.js";
import { type Scope } from "../cursor/spot.js";
import { functionText, leftOut, typeText, wordText } from "../describe.js";
import { sightOf } from "../names/subject.js";
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
        doc: [row.doc, leftOut(row)].join(" ").trim(),
        text,
        rank: row.required === "always" ? 0 : 1,
      },
    ];
  });
}

/** What an expression can be made of: stated numbers, params, constants, `layer`, functions. */
export function operandProposals(scope: Scope | undefined, here: Here): readonly Proposal[] {
  const { view, subject } = here;
  const params = subject ? [...sightOf(subject).params.keys()] : [];
  const constants = [...view.module.names].flatMap(([name, named]) =>
    named?.declaration.kind === "const" ? [{ name, doc: named.declaration.doc }] : [],
  );
  const layer = scope && varies(scope.place) ? ["layer"] : [];
  return [
    ...params.map((label) => ({ label, kind: CompletionItemKind.Variable, detail: "param" })),
    ...constants.map(({ name, doc }) => ({
      label: name,
      kind: CompletionItemKind.Constant,
      detail: "const",
      doc,
    })),
    ...factOperands(scope).filter(({ label }) => label !== here.item[0]?.image),
    ...layer.map((label) => ({
      label,
      kind: CompletionItemKind.Variable,
      detail: "the number of a layer",
    })),
    ...Object.entries(functions).map(([label, math]) => ({
      label,
      kind: CompletionItemKind.Function,
      detail: functionText(label, math),
      doc: math.doc,
      snippet: `${label}($1)`,
      rank: 2,
    })),
  ];
}

/** The facts in sight that are numbers, or whose words take one, as `lambda.init`. */
function factOperands(scope: Scope | undefined): readonly Proposal[] {
  const rows = new Map<string, Row>();
  for (let each = scope; each; each = each.outer) {
    for (const [name, row] of Object.entries(each.members)) {
      for (const [operand, of] of operandsOf(name, row))
        if (!rows.has(operand)) rows.set(operand, of);
    }
  }
  return [...rows].map(([label, row]) => factOperand(label, row));
}

function operandsOf(name: string, row: Row): readonly (readonly [string, Row])[] {
  if (isNumber(row)) return [[name, row]];
  return Object.entries(numbersIn(row)).map(([member, of]) => [`${name}.${member}`, of] as const);
}

/** Behind `lambda.`: the numbers among its members. */
export function memberProposals(name: string, scope: Scope | undefined): readonly Proposal[] {
  for (let each = scope; each; each = each.outer) {
    const row = Object.hasOwn(each.members, name) ? each.members[name] : undefined;
    if (row) return Object.entries(numbersIn(row)).map(([label, of]) => factOperand(label, of));
  }
  return [];
}

function factOperand(label: string, row: Row): Proposal {
  const kind = CompletionItemKind.Property;
  return { label, kind, detail: typeText(row.type), doc: row.doc, rank: 1 };
}

function numbersIn({ type }: Row): Members {
  const rows = type.type === "kind" ? memberRows(type) : {};
  return Object.fromEntries(Object.entries(rows).filter(([, row]) => isNumber(row)));
}

function isNumber({ type }: Row): boolean {
  const { type: is } = type.type === "kind" ? (type.number ?? type) : type;
  return is === "int" || is === "float" || is === "dims" || is === "ratio";
}

/** The units that a number of a type has. */
export function unitProposals(type: FactType | undefined): readonly Proposal[] {
  const found = type ? units[type.type] : undefined;
  return (found ?? []).map((label) => ({ label, kind: CompletionItemKind.Unit }));
}

const units: Partial<Record<FactType["type"], readonly Unit[]>> = {
  tokens: ["tokens"],
  bytes: ["KiB", "MiB", "GiB"],
  decibel: ["dB"],
  dims: ["plain", "rotary"],
};
