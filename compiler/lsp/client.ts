import type { ClientCapabilities } from "vscode-languageserver";
import type { Client } from "./document.js";

/** What a client can do, read from what it says of itself. */
export interface Abilities extends Client {
  /** It asks for diagnostics; to others they are sent. */
  readonly pull: boolean;
  readonly refreshDiagnostics: boolean;
  readonly relatedPlaces: boolean;
  readonly codeLinks: boolean;
  readonly tags: boolean;
  readonly data: boolean;
  /** Code actions as objects; others know commands only. */
  readonly actions: boolean;
  readonly folders: boolean;
  readonly watching: boolean;
  /** It shows texts that only the server has, as `gda:families`. */
  readonly contents: boolean;
}

export function abilitiesOf(capabilities: ClientCapabilities): Abilities {
  const { textDocument: text, workspace } = capabilities;
  const published = text?.publishDiagnostics;
  const shown = text?.diagnostic ?? published;
  return {
    snippets: text?.completion?.completionItem?.snippetSupport === true,
    pull: text?.diagnostic !== undefined,
    refreshDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    relatedPlaces: shown?.relatedInformation === true,
    codeLinks: shown?.codeDescriptionSupport === true,
    tags: shown?.tagSupport !== undefined,
    data: shown?.dataSupport === true,
    actions: text?.codeAction?.codeActionLiteralSupport !== undefined,
    folders: workspace?.workspaceFolders === true,
    watching: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    contents: workspace?.textDocumentContent !== undefined,
  };
}
