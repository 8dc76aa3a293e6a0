import {
  Disposable,
  EventEmitter,
  Uri,
  ViewColumn,
  languages,
  window,
  workspace,
  type TextDocumentContentProvider,
} from "vscode";
import {
  commands,
  type Kernels,
  type PlanText,
  type Refusal,
} from "../../../compiler/lsp/commands/protocol.js";
import type { Server } from "./server.js";

const SCHEME = "gda-view";

/** What a read-only document shows. */
export type Shown =
  | { readonly kind: "plan"; readonly uri: string; readonly name: string }
  | {
      readonly kind: "kernel";
      readonly uri: string;
      readonly name: string;
      readonly kernel: string;
      readonly variant: string;
    };

/** Read-only documents beside specs: plans follow the text as it is typed, kernels as it is saved. */
export class Views implements TextDocumentContentProvider, Disposable {
  readonly #server: Server;
  readonly #changes = new EventEmitter<Uri>();
  readonly #shown = new Map<string, Shown>();
  /** What was shown last: it stays while the spec has mistakes. */
  readonly #texts = new Map<string, string>();
  readonly #parts: Disposable;
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChange = this.#changes.event;

  constructor(server: Server) {
    this.#server = server;
    this.#parts = Disposable.from(
      this.#changes,
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      // The server shows its built-in families by an address that ends with no `.gda`.
      workspace.onDidOpenTextDocument(async (document) => {
        if (document.uri.scheme === "gda") await languages.setTextDocumentLanguage(document, "gda");
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId === "gda") this.#plansSoon();
      }),
      workspace.onDidSaveTextDocument(({ languageId }) => {
        if (languageId === "gda") this.#refresh("kernel");
      }),
    );
  }

  /** Opens a document beside the editor; one that is open already is brought to the front. */
  async show(path: string, shown: Shown): Promise<void> {
    const uri = Uri.from({ scheme: SCHEME, path: `/${path}`, query: shown.uri });
    this.#shown.set(uri.toString(), shown);
    this.#changes.fire(uri);
    const document = await workspace.openTextDocument(uri);
    const options = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    await window.showTextDocument(document, options);
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const address = uri.toString();
    const shown = this.#shown.get(address);
    const text = shown && (await this.#textOf(shown));
    if (text !== undefined) this.#texts.set(address, text);
    return text ?? this.#texts.get(address) ?? "";
  }

  async #textOf(shown: Shown): Promise<string | undefined> {
    const { uri, name } = shown;
    switch (shown.kind) {
      case "plan": {
        const plan = await this.#server.run<PlanText | Refusal>(commands.plan, { uri, name });
        return "problem" in plan ? undefined : plan.text;
      }
      case "kernel": {
        const made = await this.#server.run<Kernels | Refusal>(commands.wgsl, { uri, name });
        if ("problem" in made) return undefined;
        return made.kernels.find(
          ({ name: kernel, variant }) => kernel === shown.kernel && variant === shown.variant,
        )?.wgsl;
      }
    }
  }

  #plansSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh("plan"), 200);
  }

  #refresh(kind: Shown["kind"]): void {
    for (const { uri } of workspace.textDocuments) {
      if (this.#shown.get(uri.toString())?.kind === kind) this.#changes.fire(uri);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#parts.dispose();
  }
}
