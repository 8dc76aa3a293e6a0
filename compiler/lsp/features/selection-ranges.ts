import type { SelectionRange } from "vscode-languageserver";
import type { Span } from "../../../grammar/span.js";
import type { View } from "../document.js";
import { nodesAt } from "../nodes.js";

/** What a selection at an offset grows to: name, expression, value, fact, block, declaration, file. */
export function selectionRange(view: View, offset: number): SelectionRange {
  const spans = nodesAt(view.parsed.tree, offset).flatMap((node): Span[] =>
    // Inside its braces a body is everything but them.
    node.kind === "body" && isInside(offset, node.span)
      ? [node.span, insideOf(node.span, view)]
      : [node.span],
  );
  const [file = { start: 0, end: view.source.text.length }, ...inner] = spans;
  const outermost: SelectionRange = { range: view.rangeOf(file) };
  let last = file;
  return inner.reduce((parent, span) => {
    const isSame = span.start === last.start && span.end === last.end;
    last = span;
    return isSame ? parent : { range: view.rangeOf(span), parent };
  }, outermost);
}

function isInside(offset: number, { start, end }: Span): boolean {
  return start < offset && offset < end;
}

/** Between the braces; a body that was cut off has but one. */
function insideOf({ start, end }: Span, { source }: View): Span {
  return { start: start + 1, end: source.text.charAt(end - 1) === "}" ? end - 1 : end };
}
