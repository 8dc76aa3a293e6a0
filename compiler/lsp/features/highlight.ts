import { type DocumentHighlight, DocumentHighlightKind } from "vscode-languageserver";
import type { View } from "../document.js";
import type { Mention } from "../names/mention.js";
import { mentionAt, mentionsOf } from "../names/mentions.js";

/** The same name elsewhere in the text; words of the language only in the same declaration. */
export function highlight(view: View, offset: number): readonly DocumentHighlight[] {
  const at = mentionAt(view.module, offset);
  if (at?.key === undefined) return [];
  return mentionsOf(view.module)
    .filter((mention) => mention.key === at.key && isNear(mention, at))
    .map(({ name, role }) => ({
      range: view.rangeOf(name.span),
      kind:
        role === "declares" || role === "states"
          ? DocumentHighlightKind.Write
          : DocumentHighlightKind.Read,
    }));
}

function isNear(mention: Mention, at: Mention): boolean {
  switch (at.meaning.is) {
    case "declaration":
    case "stage":
    case "param":
    case "class":
      return true;
    case "fact":
    case "argument":
    case "word":
    case "function":
    case "layer":
    case "derive":
    case "type":
    case "unknown":
      return mention.subject?.part === at.subject?.part;
  }
}
