import { parse } from "../../grammar/parse.js";
import { createSource } from "../../grammar/source.js";
import { vocabulary } from "../facts/search.js";

/** A name as the language takes it, as near to another as can be, and none of those that are taken. */
export function nameOf(name: string, taken: readonly string[]): string {
  const letters = name
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const started = /^[A-Za-z]/.test(letters) ? letters : `Model_${letters}`.replace(/_$/, "");
  return taken.includes(started) || !isName(started) ? `${started}Model` : started;
}

/** Whether the language has no other use for a word. */
function isName(word: string): boolean {
  const { diagnostics } = parse(createSource("", `model ${word} { }`));
  return diagnostics.length === 0 && !vocabulary().has(word);
}
