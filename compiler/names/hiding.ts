import { vocabulary } from "../facts/search.js";
import { functions } from "../types/functions.js";

const taken: ReadonlyMap<string, string> = new Map([
  ...vocabulary(),
  ...Object.keys(functions).map((name): [string, string] => [name, "the function"]),
  ["layer", "the number of the layer"],
  ["derive", "the word"],
]);

/** What of the language a const or param would hide by this name; no two meanings are told apart by order. */
export function hidden(name: string): string | undefined {
  return taken.get(name);
}
