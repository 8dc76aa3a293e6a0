import { type FoldingRange, FoldingRangeKind } from "vscode-languageserver";
import type { Span } from "../../../grammar/span.js";
import type { View } from "../document.js";
import { type Node, visit } from "../nodes.js";

/** Blocks, lists and calls over several lines, imports, and comments that stand below each other. */
export function folding(view: View): readonly FoldingRange[] {
  const { source } = view;
  const { tree } = view.parsed;
  const blocks: Span[] = [];
  visit(tree, (node) => {
    const { start, end } = node.span;
    if (!/[\r\n]/.test(source.text.slice(start, end))) return false;
    if (folds(node)) blocks.push(node.span);
    return true;
  });
  return [
    ...blocks.flatMap((span) => fold(view, span, undefined)),
    ...fold(view, spanOfAll(tree.imports), FoldingRangeKind.Imports),
    ...runs(view).flatMap((span) => fold(view, span, FoldingRangeKind.Comment)),
  ];
}

/** A body's own item or declaration begins on the line of its brace, and folds with it. */
function folds({ kind }: Node): boolean {
  return kind === "body" || kind === "growth" || kind === "list" || kind === "call";
}

/** Whole lines; the line of a closing bracket stays to be seen. */
function fold(
  view: View,
  span: Span | undefined,
  kind: FoldingRangeKind | undefined,
): readonly FoldingRange[] {
  if (!span) return [];
  const { start, end } = view.rangeOf(span);
  const closes = /[}\])]/.test(view.source.text.charAt(span.end - 1));
  const endLine = kind === undefined && closes ? end.line - 1 : end.line;
  if (endLine <= start.line) return [];
  return [{ startLine: start.line, endLine, ...(kind !== undefined && { kind }) }];
}

function spanOfAll(nodes: readonly { readonly span: Span }[]): Span | undefined {
  const [first, last] = [nodes[0], nodes.at(-1)];
  return first && last && { start: first.span.start, end: last.span.end };
}

/** Comments on lines of their own that follow each other. */
function runs({ parsed, lines, source }: View): readonly Span[] {
  const found: { readonly start: number; end: number; line: number }[] = [];
  for (const { span } of parsed.tree.comments) {
    const { start, end } = span;
    const { line } = lines.position(start);
    if (source.text.slice(lines.line(line).start, start).trim() !== "") continue;
    const last = found.at(-1);
    if (last?.line === line - 1) Object.assign(last, { end, line });
    else found.push({ start, end, line });
  }
  return found;
}
