import type { Fix } from "../../grammar/diagnostic.js";
import type { Source, SourceSpan } from "../../grammar/span.js";

/** A fix as the replacement of one stretch of text; nothing where it touches several files. */
export function oneEdit(
  { edits }: Fix,
  sources: ReadonlyMap<string, Source>,
): { readonly span: SourceSpan; readonly text: string } | undefined {
  const ordered = edits.toSorted((a, b) => a.span.start - b.span.start);
  const [first] = ordered;
  const source = first && sources.get(first.span.file);
  if (!source || ordered.some(({ span }) => span.file !== source.file)) return undefined;
  let end = first.span.start;
  let text = "";
  for (const edit of ordered) {
    text += source.text.slice(end, edit.span.start) + edit.text;
    end = edit.span.end;
  }
  return { span: { file: source.file, start: first.span.start, end }, text };
}
