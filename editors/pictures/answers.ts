import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DocumentDiagnosticRequest,
  HoverRequest,
  InlayHintRequest,
  MarkupContent,
  ProtocolRequestType,
  type CodeAction,
  type CompletionItem,
  type Diagnostic,
  type ExecuteCommandParams,
  type Position,
  type ProtocolConnection,
} from "vscode-languageserver-protocol";
import { commands, type PlanText } from "../../compiler/lsp/commands/protocol.js";
import type { Shown } from "./code.js";

/** An open document, and what a server says of it. */
export class Document {
  readonly #connection: ProtocolConnection;
  readonly #textDocument: { readonly uri: string };
  readonly text: string;

  constructor(connection: ProtocolConnection, uri: string, text: string) {
    this.#connection = connection;
    this.#textDocument = { uri };
    this.text = text;
  }

  /** The place of some text that stands in the document once, or of its `nth` character. */
  at(found: string, nth = 0): Position {
    const before = this.text.slice(0, this.text.indexOf(found) + nth).split("\n");
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  }

  async diagnostics(): Promise<readonly Diagnostic[]> {
    const report = await this.#connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: this.#textDocument,
    });
    return report.kind === "full" ? report.items : [];
  }

  /** Markdown. */
  async hover(position: Position): Promise<string> {
    const request = { textDocument: this.#textDocument, position };
    const hover = await this.#connection.sendRequest(HoverRequest.type, request);
    return hover && MarkupContent.is(hover.contents) ? hover.contents.value : "";
  }

  async actions(
    place: Position,
    diagnostics: readonly Diagnostic[],
  ): Promise<readonly CodeAction[]> {
    const found = await this.#connection.sendRequest(CodeActionRequest.type, {
      textDocument: this.#textDocument,
      range: { start: place, end: place },
      context: { diagnostics: [...diagnostics] },
    });
    return (found ?? []).flatMap((action) => ("kind" in action ? [action] : []));
  }

  async hints(): Promise<NonNullable<Shown["hints"]>> {
    const end = { line: this.text.split("\n").length, character: 0 };
    const hints = await this.#connection.sendRequest(InlayHintRequest.type, {
      textDocument: this.#textDocument,
      range: { start: { line: 0, character: 0 }, end },
    });
    return (hints ?? []).map(({ position, label }) => ({
      line: position.line,
      column: position.character,
      text: typeof label === "string" ? label : label.map(({ value }) => value).join(""),
    }));
  }

  async lenses(): Promise<NonNullable<Shown["lenses"]>> {
    const request = { textDocument: this.#textDocument };
    const lenses = await this.#connection.sendRequest(CodeLensRequest.type, request);
    return (lenses ?? []).map(({ range, command }) => {
      return { line: range.start.line, text: command?.title ?? "" };
    });
  }

  /** The plan of its only model. */
  async plan(): Promise<PlanText> {
    const type = new ProtocolRequestType<ExecuteCommandParams, PlanText, never, void, void>(
      "workspace/executeCommand",
    );
    const { uri } = this.#textDocument;
    return this.#connection.sendRequest(type, { command: commands.plan, arguments: [{ uri }] });
  }

  async completions(position: Position): Promise<readonly CompletionItem[]> {
    const request = { textDocument: this.#textDocument, position };
    const found = await this.#connection.sendRequest(CompletionRequest.type, request);
    return Array.isArray(found) ? found : (found?.items ?? []);
  }
}
