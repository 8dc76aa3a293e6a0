import { join } from "node:path";
import { window, workspace, type Diagnostic, type Disposable } from "vscode";
import {
  LanguageClient,
  RequestType,
  TransportKind,
  type ExecuteCommandParams,
  type LanguageClientOptions,
  type Middleware,
  type ServerOptions,
} from "vscode-languageclient/node";
import type { Wanted } from "../../../compiler/lsp/commands/protocol.js";

/** The language server, as the settings want it. */
export class Server implements Disposable {
  readonly #extensionPath: string;
  readonly #output = window.createOutputChannel("gda", { log: true });
  readonly #settings: Disposable;
  #client: LanguageClient | undefined;

  constructor(extensionPath: string) {
    this.#extensionPath = extensionPath;
    this.#settings = workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("gda") && !event.affectsConfiguration("gda.trace")) {
        await this.restart();
      }
    });
  }

  async start(): Promise<void> {
    this.#client = new LanguageClient("gda", "gda", this.#options(), this.#clientOptions());
    try {
      await this.#client.start();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const choice = "Show Output";
      const shown = `The gda language server does not start: ${reason}`;
      if ((await window.showErrorMessage(shown, choice)) === choice) this.showOutput();
    }
  }

  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.dispose();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Asks the server for a command with one argument; throws what the server answers as an error. */
  async run<Answer>(command: string, wanted: Wanted): Promise<Answer> {
    if (!this.#client) throw new Error("The gda language server is not running.");
    const type = new RequestType<ExecuteCommandParams, Answer, void>("workspace/executeCommand");
    return this.#client.sendRequest(type, { command, arguments: [wanted] });
  }

  showOutput(): void {
    this.#output.show(true);
  }

  dispose(): void {
    this.#settings.dispose();
    this.#output.dispose();
  }

  #options(): ServerOptions {
    const command = workspace.getConfiguration("gda").get<string>("path", "");
    if (command === "") {
      return { module: join(this.#extensionPath, "server.cjs"), transport: TransportKind.stdio };
    }
    // What npm links on Windows is a script for the shell.
    const shell = process.platform === "win32";
    return { command, args: ["lsp", "--stdio"], options: { shell } };
  }

  #clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [
        { language: "gda", scheme: "file" },
        { language: "gda", scheme: "untitled" },
      ],
      outputChannel: this.#output,
      diagnosticPullOptions: { onChange: true },
      middleware: middleware(),
    };
  }
}

/** What the settings keep from the editor. */
function middleware(): Middleware {
  const settings = workspace.getConfiguration("gda");
  return {
    ...(settings.get<boolean>("lint.enable", true) ? {} : withoutLint),
    ...(settings.get<boolean>("inlayHints.enable", true) ? {} : { provideInlayHints: () => [] }),
    ...(settings.get<boolean>("codeLens.enable", true) ? {} : { provideCodeLenses: () => [] }),
  };
}

const withoutLint: Middleware = {
  handleDiagnostics: (uri, diagnostics, next) => next(uri, diagnostics.filter(isNoLint)),
  provideDiagnostics: async (document, previous, token, next) => {
    const report = await next(document, previous, token);
    return report && "items" in report
      ? { ...report, items: report.items.filter(isNoLint) }
      : report;
  },
};

/** Codes of lint rules begin with GDA9. */
function isNoLint({ code }: Diagnostic): boolean {
  const value = typeof code === "object" ? code.value : code;
  return !String(value).startsWith("GDA9");
}
