import type { Diagnostic } from "../../grammar/diagnostic.js";
import { parse } from "../../grammar/parse.js";
import { createSource } from "../../grammar/source.js";

/** A text without its marks, and where they stood: `«` and `»` around each marked part. */
export function unmark(marked: string): { text: string; marks: [number, number][] } {
  const marks: [number, number][] = [];
  let text = "";
  for (const part of marked.split(/(«[^»]*»)/)) {
    const inner = part.startsWith("«") ? part.slice(1, -1) : part;
    if (inner !== part) marks.push([text.length, text.length + inner.length]);
    text += inner;
  }
  return { text, marks };
}

export function diagnosticsOf(text: string): readonly Diagnostic[] {
  return parse(createSource("test.gda", text)).diagnostics;
}

/** The text with the primary places of diagnostics marked, for texts without such marks. */
export function spansOf(diagnostics: readonly Diagnostic[]): [number, number][] {
  return diagnostics.map(({ primary: { span } }) => [span.start, span.end]);
}

/** The text after all fixes, from the last to the first. */
export function fixed(text: string): string {
  const edits = diagnosticsOf(text).flatMap(({ fixes }) => fixes.flatMap(({ edits: all }) => all));
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((mended, { span, text: by }) => {
      return mended.slice(0, span.start) + by + mended.slice(span.end);
    }, text);
}
