import {
  type Connection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  PositionEncodingKind,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { CONFIG_FILE } from "../lint/index.js";
import { builtIn } from "../names/families.js";
import { version } from "../version.js";
import { answered, answerRequests } from "./answers.js";
import { abilitiesOf } from "./client.js";
import { shownOf, Publisher } from "./publisher.js";
import { ServerSession } from "./session.js";

/*
 * The language server over a connection. Texts and what is known of them are `Workspaces`; what is
 * answered about a text is a function of its `View` (document.ts).
 */
export function serve(connection: Connection): void {
  const session = new ServerSession(connection);
  connection.onInitialize((params) => initialize(params, session));
  connection.onInitialized(() => watch(session));
  connection.onShutdown(() => {
    session.ending = true;
  });
  followTexts(session);
  answerRequests(session);
  connection.workspace.textDocumentContent.on(
    session.handler(({ uri }) => ({ text: uri === builtIn.file ? builtIn.text : "" })),
  );
  connection.listen();
}

function initialize(params: InitializeParams, session: ServerSession): InitializeResult {
  const { capabilities, workspaceFolders } = params;
  const client = abilitiesOf(capabilities);
  session.client = client;
  // Older clients name one folder, by its URI.
  const folders =
    workspaceFolders?.map(({ uri }) => uri) ?? (params.rootUri ? [params.rootUri] : []);
  session.workspaces.setFolders(folders);
  return {
    serverInfo: { name: "gda", version },
    capabilities: {
      positionEncoding: PositionEncodingKind.UTF16,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      workspace: {
        workspaceFolders: { supported: true, changeNotifications: true },
        ...(client.contents ? { textDocumentContent: { schemes: ["gda"] } } : {}),
      },
      ...(client.pull
        ? { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } }
        : {}),
      ...answered,
    },
  };
}

/** Asks the client to tell of files that change outside it, and of folders. */
async function watch({ connection, client, workspaces }: ServerSession): Promise<void> {
  if (client?.watching === true) {
    const globs = ["**/*.gda", `**/${CONFIG_FILE}`];
    const watchers = globs.map((globPattern) => ({ globPattern }));
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }
  if (client?.folders === true) {
    connection.workspace.onDidChangeWorkspaceFolders(async () => {
      const folders = await connection.workspace.getWorkspaceFolders();
      workspaces.setFolders((folders ?? []).map(({ uri }) => uri));
    });
  }
}

/** Keeps the texts as the client and the disk have them, and tells what is wrong with them. */
function followTexts(session: ServerSession): void {
  const { connection, workspaces, lints } = session;
  const documents = new TextDocuments(TextDocument);
  const send = (uri: string): void => {
    const view = workspaces.view(uri);
    const version = documents.get(uri)?.version;
    if (!view || version === undefined || !session.client) return;
    const diagnostics = shownOf(view, lints, session.client);
    void connection.sendDiagnostics({ uri, version, diagnostics });
  };
  const publisher = new Publisher(connection, send);
  const check = (changed: string | undefined, uris: readonly string[]): void => {
    if (session.client?.pull !== true) return publisher.check(uris);
    const others = uris.some((uri) => uri !== changed);
    if (others && session.client.refreshDiagnostics) {
      void connection.languages.diagnostics.refresh();
    }
  };
  documents.onDidChangeContent(({ document }) => {
    workspaces.opened(document);
    const resting = workspaces.changed(document.uri);
    check(document.uri, [document.uri, ...resting]);
  });
  documents.onDidClose(({ document: { uri } }) => {
    workspaces.closed(uri);
    publisher.forget(uri);
    check(undefined, workspaces.changed(uri));
    if (session.client?.pull !== true) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    lints.changed();
    if (changes.some(({ type }) => type !== FileChangeType.Changed)) workspaces.filesChanged();
    const configured = changes.some(({ uri }) => uri.endsWith(`/${CONFIG_FILE}`));
    const resting = changes.flatMap(({ uri }) => workspaces.changed(uri));
    check(undefined, configured ? documents.keys() : resting);
  });
  connection.languages.diagnostics.on(
    session.handler(({ textDocument: { uri } }, client) => {
      const view = workspaces.view(uri);
      return { kind: "full" as const, items: view ? shownOf(view, lints, client) : [] };
    }),
  );
  documents.listen(connection);
}
