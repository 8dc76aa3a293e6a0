import type { Location } from "vscode-languageserver";
import type { View } from "../document.js";
import { everywhere } from "../names/everywhere.js";
import { mentionAt } from "../names/mentions.js";

/**
 * Everything that means the same as the name at an offset, in all files. A fact or a word of the
 * language is the same wherever a model states it.
 */
export function references(
  view: View,
  offset: number,
  includeDeclaration: boolean,
): readonly Location[] {
  const key = mentionAt(view.module, offset)?.key;
  if (key === undefined) return [];
  return everywhere(key, view)
    .filter(({ mention }) => includeDeclaration || mention.role !== "declares")
    .map((place) => ({
      uri: place.view.uri,
      range: place.view.rangeOf(place.mention.name.span),
    }));
}
