import type { Diagnostic, Label } from "../../grammar/diagnostic.js";
import type { Source, SourceSpan } from "../../grammar/span.js";
import { lineIndexes } from "./lines.js";
import { inOrder } from "./order.js";
import { table } from "./table.js";

/**
 * Findings for programs, one JSON object a line, none left out. Lines and columns count from 1,
 * offsets from 0, both in UTF-16 code units; ends are exclusive.
 */
export function renderJson(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, Source>,
): string {
  const indexOf = lineIndexes(sources);
  const place = ({ file, start, end }: SourceSpan): object => {
    const [from, to] = [indexOf(file)?.position(start), indexOf(file)?.position(end)];
    return {
      file,
      start: { offset: start, ...from },
      end: { offset: end, ...to },
    };
  };
  const labelled = ({ span, text }: Label): object => ({ ...place(span), label: text });

  return inOrder(diagnostics)
    .map(({ code, severity, message, primary, secondary, help, fixes, tags }) => {
      const finding = {
        code,
        slug: table.get(code)?.slug,
        severity,
        message,
        primary: labelled(primary),
        secondary: secondary.map(labelled),
        help,
        fixes: fixes.map(({ title, edits }) => ({
          title,
          edits: edits.map(({ span, text }) => ({ ...place(span), text })),
        })),
        tags,
      };
      return `${JSON.stringify(finding)}\n`;
    })
    .join("");
}
