import type { View } from "./document.js";

/** What ends the lines of a text, for text that is put in. */
export function lineEnd({ source }: View): string {
  return /\r\n|\n|\r/.exec(source.text)?.[0] ?? "\n";
}
