import { CompletionItemKind } from "vscode-languageserver";
import type { Unit } from "../../../grammar/tree.js";
import { memberRows } from "../../check/read/members.js";
import { varies } from "../../facts/table.js";
import type { FactType, Members, Row } from "../../facts/type.js";
import { hidden } from "../../names/hiding.js";
import { functions } from "../../types/functions.js";
import type { Scope } from "../cursor/spot.js";
import { functionText, typeText } from "../describe.js";
import { sightOf } from "../names/subject.js";
import type { Here } from "./place.js";
import type { Proposal } from "./proposal.js";

/** What an expression can be made of: stated numbers, params, constants, `layer`, functions. */
export function operandProposals(scope: Scope | undefined, here: Here): readonly Proposal[] {
  return [
    ...paramOperands(here),
    ...constantOperands(here),
    ...factOperands(scope).filter(({ label }) => label !== here.item[0]?.image),
    ...(scope && varies(scope.place) ? [layer] : []),
    ...callOperands,
  ];
}

function paramOperands({ subject }: Here): readonly Proposal[] {
  const params = subject ? [...sightOf(subject).params.keys()] : [];
  return params.map((label) => ({ label, kind: CompletionItemKind.Variable, detail: "param" }));
}

function constantOperands({ view }: Here): readonly Proposal[] {
  return [...view.module.names].flatMap(([label, named]) => {
    if (named?.declaration.kind !== "const") return [];
    const { doc } = named.declaration;
    return [{ label, kind: CompletionItemKind.Constant, detail: "const", doc }];
  });
}

const layer: Proposal = {
  label: "layer",
  kind: CompletionItemKind.Variable,
  detail: hidden("layer"),
};

const callOperands: readonly Proposal[] = Object.entries(functions).map(([label, math]) => ({
  label,
  kind: CompletionItemKind.Function,
  detail: functionText(label, math),
  doc: math.doc,
  snippet: `${label}($1)`,
  rank: 2,
}));

/** The facts in sight that are numbers, or whose words take one, as `lambda.init`. */
function factOperands(scope: Scope | undefined): readonly Proposal[] {
  const rows = new Map<string, Row>();
  for (let each = scope; each; each = each.outer) {
    for (const [name, row] of Object.entries(each.members)) {
      for (const [operand, of] of operandsOf(name, row)) {
        if (!rows.has(operand)) rows.set(operand, of);
      }
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
  const of = type.type === "kind" ? (type.number ?? type) : type;
  return ["int", "float", "dims", "ratio"].includes(of.type);
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
