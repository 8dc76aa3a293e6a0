import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type ClientCapabilities,
  type InitializeResult,
  type ProtocolConnection,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

const capabilities: ClientCapabilities = {
  workspace: { workspaceFolders: true },
  textDocument: {
    diagnostic: { relatedInformation: true, codeDescriptionSupport: true, dataSupport: true },
    hover: { contentFormat: ["markdown"] },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor"] } },
    },
  },
};

/** A language server in a process of its own, with a client that has opened a folder. */
export interface Session {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  /** Opens a text as a document of the folder, and gives its URI. */
  open(name: string, text: string): Promise<string>;
  /** Ends the server as the protocol says; gives its exit code. */
  close(): Promise<number | null>;
}

/** Starts a bundled server, as an editor does. */
export async function startServer(file: string, folder: string): Promise<Session> {
  const server = spawn(process.execPath, [file, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const exit = new Promise<number | null>((resolve) => server.once("exit", resolve));
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  const root = pathToFileURL(folder).href;
  const initialized = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: "specs" }],
    capabilities,
  });
  await connection.sendNotification(InitializedNotification.type, {});
  return {
    connection,
    initialized,
    open: async (name, text) => {
      const uri = `${root}/${name}`;
      const textDocument = { uri, languageId: "gda", version: 1, text };
      await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
      return uri;
    },
    close: async () => {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      const code = await exit;
      connection.dispose();
      return code;
    },
  };
}
