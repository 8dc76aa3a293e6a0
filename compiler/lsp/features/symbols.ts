import { type DocumentSymbol, SymbolKind, type WorkspaceSymbol } from "vscode-languageserver";
import type { Span } from "../../../grammar/span.js";
import type { Assert, Body, Declaration, Item, Stage } from "../../../grammar/tree.js";
import type { View, Workspace } from "../document.js";

/** Declarations with the stages, blocks, groups and params in them. */
export function documentSymbols(view: View): readonly DocumentSymbol[] {
  return view.parsed.tree.declarations.map((declaration) => symbolOf(declaration, view));
}

/** Declarations and stages of all files whose names have the letters of the query in its order. */
export function workspaceSymbols(workspace: Workspace, query: string): readonly WorkspaceSymbol[] {
  return workspace.files().flatMap((file) => {
    const view = workspace.view(file);
    const declarations = view?.parsed.tree.declarations ?? [];
    return declarations.flatMap((declaration) => {
      const stages = declaration.kind === "growth" ? declaration.members.filter(isStage) : [];
      return [declaration, ...stages].flatMap((part) => {
        const { name } = part;
        if (!view || !name || !hasLetters(name.text, query)) return [];
        const location = { uri: view.uri, range: view.rangeOf(name.span) };
        const containerName = part.kind === "stage" ? (declaration.name?.text ?? "") : file;
        return [{ name: name.text, kind: kinds[part.kind], location, containerName }];
      });
    });
  });
}

const kinds = {
  const: SymbolKind.Constant,
  family: SymbolKind.Interface,
  model: SymbolKind.Class,
  growth: SymbolKind.Module,
  stage: SymbolKind.Class,
  target: SymbolKind.Object,
} as const;

function symbolOf(part: Declaration | Stage, view: View): DocumentSymbol {
  const { kind, name, span } = part;
  const base = part.kind === "family" || part.kind === "model" ? part.extends : undefined;
  return {
    name: name?.text ?? kind,
    detail: base
      ? `${kind} extends ${view.source.text.slice(base.span.start, base.span.end)}`
      : kind,
    kind: kinds[kind],
    range: view.rangeOf(span),
    selectionRange: view.rangeOf((name ?? wordOf(part)).span),
    children: childrenOf(part, view),
  };
}

function childrenOf(part: Declaration | Stage, view: View): DocumentSymbol[] {
  if (part.kind === "const") return [];
  if (part.kind !== "growth") return itemsIn(part.body, view);
  return part.members.filter(isStage).map((stage) => symbolOf(stage, view));
}

function itemsIn(body: Body | undefined, view: View): DocumentSymbol[] {
  return (body?.items ?? []).flatMap((item) => itemSymbol(item, view));
}

/** Facts are values, not structure; what holds them is shown. */
function itemSymbol(item: Item, view: View): DocumentSymbol[] {
  const kind = kindOf(item);
  if (kind === undefined) return [];
  const head = headOf(item, view);
  const name = view.source.text.slice(head.start, head.end).replaceAll(/\s+/g, " ");
  const children = "body" in item ? itemsIn(item.body, view) : [];
  const range = view.rangeOf(item.span);
  return [{ name, kind, range, selectionRange: view.rangeOf(head), children }];
}

function kindOf(item: Item): SymbolKind | undefined {
  switch (item.kind) {
    case "amend":
    case "layers":
    case "lossy":
      return SymbolKind.Namespace;
    case "group":
      return SymbolKind.Array;
    case "param":
      return SymbolKind.Variable;
    case "fact":
    case "change":
      return undefined;
  }
}

/** An item up to its block, without the blank before it; of a param, the name. */
function headOf(item: Item, { source }: View): Span {
  if (item.kind === "param") return item.name?.span ?? wordOf(item).span;
  const body = "body" in item ? item.body : undefined;
  const { start } = item.span;
  const end = start + source.text.slice(start, body?.span.start ?? item.span.end).trimEnd().length;
  return { start, end };
}

/** The word that a declaration without a name begins with. */
function wordOf({ kind, span }: Declaration | Stage | Item): { readonly span: Span } {
  return { span: { start: span.start, end: span.start + kind.length } };
}

function isStage(member: Stage | Assert): member is Stage {
  return member.kind === "stage";
}

function hasLetters(name: string, query: string): boolean {
  let from = 0;
  for (const letter of query.toLowerCase()) {
    from = name.toLowerCase().indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}
