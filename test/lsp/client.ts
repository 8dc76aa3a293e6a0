import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import {
  type ClientCapabilities,
  createProtocolConnection,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

/** A server in a process of its own, and the client's end of its connection. */
export interface Session {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcessWithoutNullStreams;
  readonly initialized: InitializeResult;
  /** What the server logged. */
  readonly log: readonly string[];
  /** The next diagnostics of a document, in a version if that is said. */
  readonly published: (uri: string, version?: number) => Promise<PublishDiagnosticsParams>;
  /** Shuts the server down. Gives the exit code of its process. */
  readonly end: () => Promise<number>;
}

/** Starts the bundled server and initializes it. */
export async function startServer(
  file: string,
  folders: readonly string[],
  capabilities: ClientCapabilities,
): Promise<Session> {
  const child = spawn(process.execPath, [file, "--stdio"]);
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const log: string[] = [];
  const told: PublishDiagnosticsParams[] = [];
  let tell: () => void = () => undefined;
  connection.onNotification("window/logMessage", ({ message }: { message: string }) => {
    log.push(message);
  });
  connection.onNotification(
    "textDocument/publishDiagnostics",
    (published: PublishDiagnosticsParams) => {
      told.push(published);
      tell();
    },
  );
  connection.onRequest("client/registerCapability", () => null);
  connection.listen();
  const workspaceFolders = folders.map((uri) => ({ uri, name: uri }));
  const initialized = await connection.sendRequest<InitializeResult>("initialize", {
    processId: process.pid,
    rootUri: null,
    workspaceFolders,
    capabilities,
  });
  await connection.sendNotification("initialized", {});
  return {
    connection,
    process: child,
    initialized,
    log,
    published: async (uri, version) => {
      for (;;) {
        const index = told.findIndex(
          (each) => each.uri === uri && (version === undefined || each.version === version),
        );
        const [found] = index < 0 ? [] : told.splice(0, index + 1).slice(-1);
        if (found) return found;
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
    },
    end: async () => {
      const exit = once(child, "exit");
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      await exit;
      connection.dispose();
      return child.exitCode ?? -1;
    },
  };
}
