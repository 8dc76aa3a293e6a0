import { vocabulary } from "../facts/search.js";
import { functions } from "../types/functions.js";

const taken: ReadonlyMap<string, string> = new Map([
  ...vocabulary(),
  ...Object.keys(functions).map((name): [string, string] => [name, "a function"]),
  ["layer", "the number of a layer"],
  ["derive", "a word that drops a fact"],
]);

/** What of the language a const or param would hide by this name; no two meanings are told apart by order. */
export function hidden(name: string): string | undefined {
  return taken.get(name);
}
