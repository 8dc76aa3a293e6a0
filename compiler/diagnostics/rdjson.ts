import type { Diagnostic, Fix } from "../../grammar/diagnostic.js";
import type { Source, SourceSpan } from "../../grammar/span.js";
import { type LineIndex, lineIndexes } from "./lines.js";
import { oneEdit } from "./one-edit.js";
import { inOrder } from "./order.js";
import { wholeMessage } from "./whole-message.js";

/**
 * Findings in the Reviewdog Diagnostic Format, none left out. Lines count from 1, columns from 1 in
 * UTF-8 bytes, ends are exclusive. A fix is one suggestion, if it stays in one file.
 */
export function renderRdjson(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, Source>,
): string {
  const indexOf = lineIndexes(sources);
  const location = (span: SourceSpan): object => {
    const index = indexOf(span.file);
    return { path: span.file, ...(index ? { range: range(index, span) } : {}) };
  };
  const suggestion = (fix: Fix, file: string): readonly object[] => {
    const edit = oneEdit(fix, sources);
    const index = indexOf(file);
    if (edit?.span.file !== file || !index) return [];
    return [{ range: range(index, edit.span), text: edit.text }];
  };
  const report = {
    source: { name: "gda" },
    diagnostics: inOrder(diagnostics).map((diagnostic) => {
      const { code, severity, primary, secondary, fixes } = diagnostic;
      const { span } = primary;
      return {
        message: wholeMessage(diagnostic),
        location: location(span),
        severity: severity === "error" ? "ERROR" : "WARNING",
        code: { value: code },
        suggestions: fixes.flatMap((fix) => suggestion(fix, span.file)),
        related_locations: secondary.map(({ span: other, text }) => ({
          message: text ?? "",
          location: location(other),
        })),
      };
    }),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function range(index: LineIndex, { start, end }: SourceSpan): object {
  return { start: place(index, start), end: place(index, end) };
}

const utf8 = new TextEncoder();

function place(index: LineIndex, offset: number): object {
  const { line, column } = index.position(offset);
  const before = index.line(line).text.slice(0, column - 1);
  return { line, column: utf8.encode(before).length + 1 };
}
