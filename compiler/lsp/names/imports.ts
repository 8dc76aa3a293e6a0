import { builtIn } from "../../names/families.js";
import { importedFile } from "../../names/paths.js";
import type { View } from "../document.js";

/** The file that a path in an import names, as spans carry it. */
export function importedFileOf(view: View, path: string): string {
  return path.startsWith("gda:") ? path : importedFile(view.file, path);
}

/** How an import in one file names another. */
export function pathTo(file: string, from: string): string {
  if (file === builtIn.file) return file;
  const [there, here] = [file.split("/"), from.split("/").slice(0, -1)];
  const apart = here.findIndex((folder, i) => folder !== there[i]);
  const shared = apart < 0 ? here.length : apart;
  return [...here.slice(shared).map(() => ".."), ...there.slice(shared)].join("/");
}
