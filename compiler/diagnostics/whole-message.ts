import type { Diagnostic } from "../../grammar/diagnostic.js";

/** All that a finding says in words, one thing a line, for formats that have one text. */
export function wholeMessage({ message, primary, help }: Diagnostic): string {
  const label = primary.text === undefined ? [] : [`Here: ${primary.text}`];
  return [message, ...label, ...help.map((text) => `Help: ${text}`)].join("\n");
}
