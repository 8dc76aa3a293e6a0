import type { ServerCapabilities } from "vscode-languageserver";
import { execute } from "./commands/execute.js";
import { commands } from "./commands/protocol.js";
import { codeLenses } from "./features/code-lens.js";
import { definition } from "./features/definition.js";
import { documentLinks } from "./features/document-links.js";
import { folding } from "./features/folding.js";
import { highlight } from "./features/highlight.js";
import { references } from "./features/references.js";
import { prepareRename, rename } from "./features/rename.js";
import { selectionRange } from "./features/selection-ranges.js";
import { legend, semanticTokens } from "./features/semantic-tokens.js";
import { documentSymbols, workspaceSymbols } from "./features/symbols.js";
import { refused, type ServerSession } from "./session.js";

/** What the server answers about documents, apart from diagnostics. */
export const answered: ServerCapabilities = {
  codeLensProvider: {},
  definitionProvider: true,
  documentHighlightProvider: true,
  documentLinkProvider: {},
  documentSymbolProvider: true,
  executeCommandProvider: { commands: Object.values(commands) },
  foldingRangeProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  selectionRangeProvider: true,
  semanticTokensProvider: {
    legend: {
      tokenTypes: [...legend.tokenTypes],
      tokenModifiers: [...legend.tokenModifiers],
    },
    full: true,
    range: true,
  },
  workspaceSymbolProvider: true,
};

/** Has each request answered by its feature. */
export function answerRequests(session: ServerSession): void {
  const { connection, workspaces } = session;
  connection.onCodeLens(session.onView((view) => [...codeLenses(view)]));
  connection.onDefinition(
    session.onView((view, { position }) => definition(view, view.offsetAt(position))),
  );
  connection.onDocumentHighlight(
    session.onView((view, { position }) => [...highlight(view, view.offsetAt(position))]),
  );
  connection.onDocumentLinks(session.onView((view) => [...documentLinks(view)]));
  connection.onDocumentSymbol(session.onView((view) => [...documentSymbols(view)]));
  connection.onExecuteCommand(
    session.handler((params) => execute(params, (uri) => workspaces.view(uri))),
  );
  connection.onFoldingRanges(session.onView((view) => [...folding(view)]));
  connection.onReferences(
    session.onView((view, { position, context }) => [
      ...references(view, view.offsetAt(position), context.includeDeclaration),
    ]),
  );
  connection.onPrepareRename(
    session.onView((view, { position }) => {
      const prepared = prepareRename(view, view.offsetAt(position));
      return prepared && "refused" in prepared ? refused(prepared.refused) : prepared;
    }),
  );
  connection.onRenameRequest(
    session.onView((view, { position, newName }) => {
      const edit = rename(view, view.offsetAt(position), newName);
      return "refused" in edit ? refused(edit.refused) : edit;
    }),
  );
  connection.onSelectionRanges(
    session.onView((view, { positions }) =>
      positions.map((position) => selectionRange(view, view.offsetAt(position))),
    ),
  );
  connection.languages.semanticTokens.on(session.onView((view) => semanticTokens(view)));
  connection.languages.semanticTokens.onRange(
    session.onView((view, { range }) =>
      semanticTokens(view, { start: view.offsetAt(range.start), end: view.offsetAt(range.end) }),
    ),
  );
  connection.onWorkspaceSymbol(
    session.handler(({ query }) =>
      workspaces.all().flatMap((workspace) => [...workspaceSymbols(workspace, query)]),
    ),
  );
}
