import type { Range, ServerCapabilities } from "vscode-languageserver";
import type { Span } from "../../grammar/span.js";
import { actionKinds, codeActions } from "./actions/code-actions.js";
import { execute } from "./commands/execute.js";
import { commands } from "./commands/protocol.js";
import type { View } from "./document.js";
import { codeLenses } from "./features/code-lens.js";
import { completion, triggerCharacters as completionTriggers } from "./features/completion.js";
import { definition } from "./features/definition.js";
import { documentLinks } from "./features/document-links.js";
import { folding } from "./features/folding.js";
import { format, formatOnType, formatRange } from "./features/formatting.js";
import { highlight } from "./features/highlight.js";
import { hover } from "./features/hover.js";
import { inlayHints } from "./features/inlay-hints.js";
import { references } from "./features/references.js";
import { prepareRename, rename } from "./features/rename.js";
import { selectionRange } from "./features/selection-ranges.js";
import { legend, semanticTokens } from "./features/semantic-tokens.js";
import { signatureHelp } from "./features/signature-help.js";
import { documentSymbols, workspaceSymbols } from "./features/symbols.js";
import { findingsOf } from "./publisher.js";
import { refused, type ServerSession } from "./session.js";

/** What the server answers about documents, apart from diagnostics. */
export const answered: ServerCapabilities = {
  codeActionProvider: { codeActionKinds: [...actionKinds] },
  codeLensProvider: {},
  completionProvider: { triggerCharacters: [...completionTriggers] },
  definitionProvider: true,
  documentFormattingProvider: true,
  documentHighlightProvider: true,
  documentLinkProvider: {},
  documentOnTypeFormattingProvider: { firstTriggerCharacter: "}", moreTriggerCharacter: ["\n"] },
  documentRangeFormattingProvider: true,
  documentSymbolProvider: true,
  executeCommandProvider: { commands: Object.values(commands) },
  foldingRangeProvider: true,
  hoverProvider: true,
  inlayHintProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  selectionRangeProvider: true,
  signatureHelpProvider: { triggerCharacters: ["(", ","] },
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
  const { connection, workspaces, lints } = session;
  connection.onCodeAction(
    session.onView((view, { range, context }, client) => [
      ...codeActions(view, findingsOf(view, lints), spanOf(range, view), context, client),
    ]),
  );
  connection.onCodeLens(session.onView((view) => [...codeLenses(view)]));
  connection.onCompletion(
    session.onView((view, { position }, client) => [
      ...completion(view, view.offsetAt(position), client),
    ]),
  );
  connection.onDefinition(
    session.onView((view, { position }) => definition(view, view.offsetAt(position))),
  );
  connection.onDocumentFormatting(session.onView((view) => [...format(view)]));
  connection.onDocumentRangeFormatting(
    session.onView((view, { range }) => [...formatRange(view, spanOf(range, view))]),
  );
  connection.onDocumentOnTypeFormatting(
    session.onView((view, { position, ch }) => [
      ...formatOnType(view, view.offsetAt(position), ch),
    ]),
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
  connection.onHover(session.onView((view, { position }) => hover(view, view.offsetAt(position))));
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
  connection.onSignatureHelp(
    session.onView((view, { position }) => signatureHelp(view, view.offsetAt(position))),
  );
  connection.onSelectionRanges(
    session.onView((view, { positions }) =>
      positions.map((position) => selectionRange(view, view.offsetAt(position))),
    ),
  );
  connection.languages.inlayHint.on(
    session.onView((view, { range }) => [...inlayHints(view, spanOf(range, view))]),
  );
  connection.languages.semanticTokens.on(session.onView((view) => semanticTokens(view)));
  connection.languages.semanticTokens.onRange(
    session.onView((view, { range }) => semanticTokens(view, spanOf(range, view))),
  );
  connection.onWorkspaceSymbol(
    session.handler(({ query }) =>
      workspaces.all().flatMap((workspace) => [...workspaceSymbols(workspace, query)]),
    ),
  );
}

function spanOf({ start, end }: Range, view: View): Span {
  return { start: view.offsetAt(start), end: view.offsetAt(end) };
}
