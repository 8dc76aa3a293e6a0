import type { Source, SourceSpan, Span } from "../../grammar/span.js";
import type { Body, Declaration, Expr, Item, LayerSet, Path } from "../../grammar/tree.js";

const found = new WeakMap<Declaration, readonly Path[]>();

/** Every path in a declaration: names in expressions, after `extends` and `from`, in assertions. */
export function pathsIn(declaration: Declaration): readonly Path[] {
  const paths = found.get(declaration) ?? inDeclaration(declaration);
  found.set(declaration, paths);
  return paths;
}

function inDeclaration(declaration: Declaration): readonly Path[] {
  switch (declaration.kind) {
    case "const":
      return inExpr(declaration.value);
    case "family":
    case "model":
      return [...optional(declaration.extends), ...inBody(declaration.body)];
    case "growth":
      return declaration.members.flatMap((member) =>
        member.kind === "assert"
          ? [...optional(member.left), ...optional(member.right)]
          : [...optional(member.from), ...inExpr(member.at), ...inBody(member.body)],
      );
    case "target":
      return inBody(declaration.body);
  }
}

export function inBody(body: Body | undefined): readonly Path[] {
  return body?.items.flatMap(inItem) ?? [];
}

function inItem(item: Item): readonly Path[] {
  switch (item.kind) {
    case "fact":
      return inExpr(item.value);
    case "amend":
    case "lossy":
      return inBody(item.body);
    case "change":
      return [...inExpr(item.by), ...inExpr(item.after?.every), ...inExpr(item.after?.list)];
    case "param":
      return [...inExpr(item.value), ...inExpr(item.allowed)];
    case "group":
      return [...inExpr(item.count), ...inBody(item.body)];
    case "layers":
      return [...inSet(item.set), ...inBody(item.body)];
  }
}

function inSet(set: LayerSet | undefined): readonly Path[] {
  switch (set?.kind) {
    case undefined:
    case "allLayers":
      return [];
    case "everyLayers":
      return [...inExpr(set.step), ...inExpr(set.first)];
    case "rangeLayers":
      return [...inExpr(set.first), ...inExpr(set.end)];
    case "listedLayers":
      return inExpr(set.value);
  }
}

function inExpr(expr: Expr | undefined): readonly Path[] {
  switch (expr?.kind) {
    case undefined:
    case "number":
    case "ratio":
      return [];
    case "binary":
      return [...inExpr(expr.left), ...inExpr(expr.right)];
    case "negate":
      return inExpr(expr.operand);
    case "list":
      return expr.elements.flatMap(inExpr);
    case "parens":
      return inExpr(expr.inner);
    case "path":
      return [expr];
    case "call":
      return [expr.callee, ...expr.arguments.flatMap(({ value }) => inExpr(value))];
  }
}

function optional(path: Path | undefined): readonly Path[] {
  return path ? [path] : [];
}

/**
 * The span to cut so that one of several elements between commas is gone, one comma with it.
 * Comments stay.
 */
export function cutElement(
  { file, text }: Source,
  elements: readonly { readonly span: Span }[],
  index: number,
): SourceSpan {
  const element = elements[index]?.span ?? { start: 0, end: 0 };
  const [before, after] = [elements[index - 1]?.span, elements[index + 1]?.span];
  if (after) {
    const comma = /^\s*,[^\S\r\n]*/.exec(text.slice(element.end, after.start))?.[0].length ?? 0;
    return { file, start: element.start, end: element.end + comma };
  }
  const joint = before ? text.slice(before.end, element.start) : "";
  const start = /^\s*,\s*$/.test(joint) ? (before?.end ?? element.start) : element.start;
  return { file, start, end: element.end };
}

/** A span to cut, with its line where nothing else stands on it. */
export function cutLines({ file, text }: Source, { start, end }: Span): SourceSpan {
  const before = /[^\S\r\n]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const opens = start - before === 0 || /[\r\n]/.test(text.charAt(start - before - 1));
  const behind = /^[^\S\r\n]*(\r\n|\r|\n|$)/.exec(text.slice(end));
  if (opens && behind) return { file, start: start - before, end: end + behind[0].length };
  return { file, start, end };
}

/** The span to cut so that an item is gone: its lines, or its place between commas on one. */
export function cutItem(source: Source, items: readonly Item[], index: number): SourceSpan {
  const span = items[index]?.span ?? { start: 0, end: 0 };
  const lines = cutLines(source, span);
  const isAlone = lines.start < span.start || lines.end > span.end;
  return isAlone ? lines : cutElement(source, items, index);
}
