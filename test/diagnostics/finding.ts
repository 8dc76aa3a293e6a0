import { diagnose, rule } from "../../grammar/diagnostic.js";
import type { Details, Diagnostic, Label, Severity } from "../../grammar/diagnostic.js";
import type { Source, SourceSpan } from "../../grammar/span.js";

/** Sources by name, as an analysis gives them. */
export function sourcesOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, Source> {
  return new Map(Object.entries(files).map(([file, text]) => [file, { file, text }]));
}

/** The span of the first place where the piece stands in the text of a file. */
export function spanOf(text: string, piece: string, file = "a.gda"): SourceSpan {
  const start = text.indexOf(piece);
  if (start === -1) throw new Error(`no ${JSON.stringify(piece)} in the text`);
  return { file, start, end: start + piece.length };
}

/** A label at the first place where the piece stands. */
export function labelAt(text: string, piece: string, label: string, file?: string): Label {
  return { span: spanOf(text, piece, file), text: label };
}

/** A finding of an invented row. */
export function finding(
  span: SourceSpan,
  details: Details = {},
  { code = "GDA0001", severity = "error" }: { code?: string; severity?: Severity } = {},
): Diagnostic {
  return diagnose(
    rule(code, "invented", () => "this is wrong", severity),
    span,
    {},
    details,
  );
}
