import { CompletionItemKind } from "vscode-languageserver";
import type { Span } from "../../../grammar/span.js";
import { endOf } from "../../../grammar/token.js";
import * as t from "../../../grammar/tokens.js";
import { builtIn } from "../../names/families.js";
import { importedFile } from "../../names/paths.js";
import { is } from "../cursor/frames.js";
import type { View } from "../document.js";
import type { Proposal } from "./proposal.js";

/** What can stand in the quotes of an import at an offset, and the part of the path that it replaces. */
export function pathProposals(
  view: View,
  offset: number,
): { readonly proposals: readonly Proposal[]; readonly word: Span } | undefined {
  const index = view.tokens.findIndex(
    (token) => token.startOffset < offset && offset <= endOf(token),
  );
  const [from, text] = [view.tokens[index - 1], view.tokens[index]];
  if (!from || !text || !is(from, t.From) || !text.image.startsWith('"')) return undefined;
  const isClosed = text.image.length > 1 && text.image.endsWith('"');
  const end = endOf(text) - (isClosed ? 1 : 0);
  if (offset > end) return undefined;
  const typed = view.source.text.slice(text.startOffset + 1, offset);
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const word = { start: text.startOffset + 1 + folder.length, end };
  const inside = view.workspace.list(importedFile(view.file, folder));
  const files = inside
    .filter((name) => importedFile(view.file, folder + name) !== view.file)
    .map((label) => ({
      label,
      kind: label.endsWith("/") ? CompletionItemKind.Folder : CompletionItemKind.File,
    }));
  const families = { label: builtIn.file, kind: CompletionItemKind.File, rank: 1 };
  return { proposals: folder === "" ? [...files, families] : files, word };
}
