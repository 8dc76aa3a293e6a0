import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import { visible } from "./drawn.js";
import { lineIndexes } from "./lines.js";
import { inOrder } from "./order.js";

/** Findings as lines that a problem matcher reads: `file:line:column: error[CODE]: message`. */
export function renderShort(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, Source>,
): string {
  const indexOf = lineIndexes(sources);
  return inOrder(diagnostics)
    .map(({ code, severity, message, primary: { span } }) => {
      const position = indexOf(span.file)?.position(span.start);
      const place = position ? `:${position.line}:${position.column}` : "";
      return `${visible(span.file)}${place}: ${severity}[${code}]: ${visible(message)}\n`;
    })
    .join("");
}
