import type { Source } from "./span.js";

/** Makes the source of a file. The one place that takes a byte order mark away. */
export function createSource(file: string, text: string): Source {
  return { file, text: text.startsWith("\uFEFF") ? text.slice(1) : text };
}
