import {
  type CompletionItem,
  InsertTextFormat,
  type Range,
  type TextEdit,
} from "vscode-languageserver";
import { bodyProposals, inArguments, inValue } from "../completion/body.js";
import { fileProposals, growthProposals, importProposals } from "../completion/declarations.js";
import { pathProposals } from "../completion/paths.js";
import { type Here, hereAt } from "../completion/place.js";
import type { Proposal } from "../completion/proposal.js";
import { cursorAt } from "../cursor/cursor.js";
import { spotOf } from "../cursor/spot.js";
import type { Client, View } from "../document.js";
import { lineEnd } from "../line-end.js";

/** What opens a list of proposals when it is typed; behind a bracket a new line is likelier. */
export const triggerCharacters = [":", ".", '"', "/"] as const;

/** What can be written at an offset, the likeliest first. */
export function completion(view: View, offset: number, client: Client): readonly CompletionItem[] {
  const path = pathProposals(view, offset);
  if (path) return itemsOf(path.proposals, view.rangeOf(path.word), view, client);
  const cursor = cursorAt(view, offset);
  if (!cursor) return [];
  // A colon that was typed just now has no blank behind it yet.
  const gap = view.source.text.charAt(cursor.word.start - 1) === ":" ? " " : "";
  const proposals = proposalsAt(hereAt(view, cursor));
  return itemsOf(proposals, view.rangeOf(cursor.word), view, client, gap);
}

function proposalsAt(here: Here): readonly Proposal[] {
  const spot = spotOf(here.cursor.frames);
  switch (spot?.at) {
    case undefined:
      return [];
    case "file":
      return fileProposals(here);
    case "imports":
      return importProposals(here);
    case "growth":
      return growthProposals(here);
    case "body":
      return bodyProposals(spot, here);
    case "arguments":
      return inArguments(spot, here);
    case "values":
      return inValue(spot, here);
  }
}

function itemsOf(
  proposals: readonly Proposal[],
  range: Range,
  view: View,
  client: Client,
  gap = "",
): readonly CompletionItem[] {
  return proposals.map(({ label, kind, detail, doc, text, snippet, rank = 0, imports }, i) => {
    const isSnippet = client.snippets && snippet !== undefined;
    const newText = isSnippet ? snippet : (text ?? label);
    return {
      label,
      kind,
      ...(detail !== undefined && { detail }),
      ...(doc !== undefined && { documentation: { kind: "markdown", value: doc } }),
      sortText: `${rank}${String(i).padStart(3, "0")}`,
      textEdit: { range, newText: gap + newText },
      ...(isSnippet && { insertTextFormat: InsertTextFormat.Snippet }),
      ...(imports !== undefined && { additionalTextEdits: [importEdit(imports, view)] }),
    };
  });
}

/** A new import stands below the others, or first. */
function importEdit(line: string, view: View): TextEdit {
  const last = view.parsed.tree.imports.at(-1);
  const at = last?.span.end ?? 0;
  const newText = last ? lineEnd(view) + line : line + lineEnd(view);
  return { range: view.rangeOf({ start: at, end: at }), newText };
}
