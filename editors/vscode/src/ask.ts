import { window } from "vscode";
import type { Refusal, Wanted } from "../../../compiler/lsp/commands/protocol.js";
import type { Server } from "./server.js";

/** The model, growth or stage at the cursor. */
export function wantedHere(): Wanted | undefined {
  const editor = window.activeTextEditor;
  if (editor?.document.languageId !== "gda") {
    void window.showInformationMessage("Open a .gda file, and put the cursor into a model.");
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

/** Asks the server, and the user where several models could be meant; says why there is no answer. */
export async function ask<W extends Wanted, A extends object>(
  server: Server,
  command: string,
  wanted: W,
): Promise<A | undefined> {
  const answer = await server.run<A | Refusal>(command, wanted);
  if (!("problem" in answer)) return answer;
  const { problem, names } = answer;
  if (names.length === 0) {
    void window.showWarningMessage(problem);
    return undefined;
  }
  const name = await window.showQuickPick(names, { title: problem });
  return name === undefined ? undefined : ask(server, command, { ...wanted, name });
}
