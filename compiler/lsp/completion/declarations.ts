import { CompletionItemKind } from "vscode-languageserver";
import type { TokenType } from "chevrotain";
import * as t from "../../../grammar/tokens.js";
import type { Declaration } from "../../../grammar/tree.js";
import { builtIn } from "../../names/families.js";
import { is } from "../cursor/frames.js";
import { importedFileOf, pathTo } from "../names/imports.js";
import { operandProposals, unitProposals } from "./operands.js";
import type { Here } from "./place.js";
import { keyword, type Proposal } from "./proposal.js";

/** Outside all braces. */
export function fileProposals(here: Here): readonly Proposal[] {
  const [first, second, third] = here.item;
  const last = here.item.at(-1);
  if (!first || !last) return beginnings;
  if (is(first, t.Import)) return second && !third ? [keyword("from")] : [];
  const isValued = third && is(last, t.Operator);
  if (is(first, t.Const)) return isValued ? operandProposals(undefined, here) : [];
  if (!is(first, t.Family, t.Model) || !second) return [];
  if (!third) return [keyword("extends")];
  return is(last, t.Extends, t.Dot) ? parentProposals(here, ["family", "model"]) : [];
}

/** In the braces of a growth. */
export function growthProposals(here: Here): readonly Proposal[] {
  const { item } = here;
  const [first] = item;
  const last = item.at(-1);
  const has = (type: TokenType): boolean => item.some((token) => is(token, type));
  if (!first || !last) return members;
  if (is(last, t.Dot)) return parentProposals(here, ["model"]);
  if (is(last, t.From, t.Assert, t.EqualsEquals)) {
    return [...stagesHere(here), ...parentProposals(here, ["model"])];
  }
  if (is(first, t.Assert)) return has(t.EqualsEquals) ? [] : [keyword("==")];
  if (has(t.At)) return is(last, t.Numeric) ? unitProposals({ type: "tokens" }) : [];
  if (has(t.From)) return [keyword("at")];
  return item.length === 2 ? [keyword("from")] : [];
}

/** In the braces of an import: what the file declares. */
export function importProposals(here: Here): readonly Proposal[] {
  const { view, item, cursor } = here;
  if (item.length > 0) return item.length === 1 ? [keyword("as")] : [];
  const statement = view.parsed.tree.imports.find(
    ({ span }) => span.start <= cursor.word.start && cursor.word.start <= span.end,
  );
  const { from, names = [] } = statement ?? {};
  const other = from && view.workspace.view(importedFileOf(view, from.value));
  const there = new Set(
    names
      .filter(({ span }) => span.end < cursor.word.start || cursor.word.end < span.start)
      .map(({ name }) => name.text),
  );
  return (other?.parsed.tree.declarations ?? []).flatMap((declaration) => {
    const { name, kind, doc } = declaration;
    if (!name || there.has(name.text)) return [];
    return [{ label: name.text, kind: kinds[kind], detail: kind, doc }];
  });
}

function parentProposals(here: Here, wanted: readonly Declaration["kind"][]): readonly Proposal[] {
  const { view, item, subject } = here;
  const [name, dot] = item.slice(-2);
  if (name && dot && is(dot, t.Dot)) {
    return stagesOf(view.module.names.get(name.image)?.declaration, "");
  }
  const known = [...view.module.names].flatMap(([label, named]): readonly Proposal[] => {
    const declaration = named?.declaration;
    if (!declaration || declaration === subject?.part) return [];
    if (declaration.kind === "growth") {
      return declaration === subject?.growth ? [] : stagesOf(declaration, `${label}.`);
    }
    const { kind, doc } = declaration;
    return wanted.includes(kind) ? [{ label, kind: kinds[kind], detail: kind, doc }] : [];
  });
  return [...known, ...elsewhere(here, wanted)];
}

/** The stages of the growth around; a stage can grow from those above it. */
function stagesHere({ view, item: [first], subject, cursor }: Here): readonly Proposal[] {
  const { declarations } = view.parsed.tree;
  const growth = declarations.findLast(({ span }) => span.start <= cursor.word.start);
  const stages = stagesOf(growth, "");
  const own = stages.findIndex(({ label }) => label === subject?.part.name?.text);
  return first && is(first, t.Stage) && own >= 0 ? stages.slice(0, own) : stages;
}

function stagesOf(declaration: Declaration | undefined, prefix: string): readonly Proposal[] {
  const inside = declaration?.kind === "growth" ? declaration.members : [];
  return inside.flatMap((member) => {
    if (member.kind !== "stage" || !member.name) return [];
    const label = `${prefix}${member.name.text}`;
    return [{ label, kind: CompletionItemKind.Class, detail: "stage", doc: member.doc }];
  });
}

/** Families and models that are built in or stand in other files, each with its import. */
function elsewhere({ view }: Here, wanted: readonly Declaration["kind"][]): readonly Proposal[] {
  return [builtIn.file, ...view.workspace.files()].flatMap((file) => {
    const other = file === view.file ? undefined : view.workspace.view(file);
    const { imports = [], declarations = [] } = other?.parsed.tree ?? {};
    const path = pathTo(file, view.file);
    const isAbove = imports.some(
      ({ from }) => from && other && importedFileOf(other, from.value) === view.file,
    );
    if (isAbove) return [];
    return declarations.flatMap(({ name, kind, doc }): readonly Proposal[] => {
      if (!name || !wanted.includes(kind) || view.module.names.has(name.text)) return [];
      const imported = `import { ${name.text} } from "${path}"`;
      const detail = `${kind}, from ${path}`;
      return [{ label: name.text, kind: kinds[kind], detail, doc, rank: 1, imports: imported }];
    });
  });
}

const kinds = {
  const: CompletionItemKind.Constant,
  family: CompletionItemKind.Interface,
  model: CompletionItemKind.Class,
  growth: CompletionItemKind.Module,
  target: CompletionItemKind.Struct,
} as const;

const beginnings: readonly Proposal[] = [
  keyword("model", "model ${1:Name} {\n\t$0\n}"),
  keyword("family", "family ${1:Name} {\n\t$0\n}"),
  keyword("growth", "growth ${1:Name} {\n\t$0\n}"),
  keyword("target", "target ${1:Name} {\n\t$0\n}"),
  keyword("const", "const ${1:name} = $0"),
  keyword("import", 'import { $0 } from "$1"'),
];

const members: readonly Proposal[] = [
  keyword("stage", "stage ${1:name} from ${2:model} at ${3:1T tokens} {\n\t$0\n}"),
  keyword("assert", "assert ${1:stage} == ${2:model}"),
];
