import type { Module } from "../names/module.js";
import { importedFile, normalize } from "../names/paths.js";

/** The names that files import of others, by the normalised path of the file that declares them. */
export function importedNames(
  modules: Iterable<Pick<Module, "file" | "tree">>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const imported = new Map<string, Set<string>>();
  for (const { file, tree } of modules) {
    for (const { from, names } of tree.imports) {
      if (!from) continue;
      const target = importedFile(normalize(file), from.value);
      const known = imported.get(target) ?? new Set();
      for (const { name } of names) known.add(name.text);
      imported.set(target, known);
    }
  }
  return imported;
}
