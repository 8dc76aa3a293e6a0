import type { DocumentLink } from "vscode-languageserver";
import type { View } from "../document.js";
import { importedFileOf } from "../names/imports.js";

/** The paths of imports as links to the files. */
export function documentLinks(view: View): readonly DocumentLink[] {
  return view.parsed.tree.imports.flatMap(({ from }) => {
    const target = from && view.workspace.view(importedFileOf(view, from.value))?.uri;
    // Without its quotes, as links of other languages are.
    const span = from && { start: from.span.start + 1, end: from.span.end - 1 };
    return target !== undefined && span ? [{ range: view.rangeOf(span), target }] : [];
  });
}
