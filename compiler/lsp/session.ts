import { type Connection, ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { Abilities } from "./client.js";
import type { View } from "./document.js";
import { Lints } from "./lints.js";
import { reasonOf } from "./publisher.js";
import { Workspaces } from "./workspaces.js";

/** What the parts of the server share: the connection, the client, and the texts. */
export class ServerSession {
  readonly connection: Connection;
  readonly workspaces = new Workspaces();
  readonly lints = new Lints();
  /** Set once by `initialize`. */
  client: Abilities | undefined;
  ending = false;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * A handler of requests. What goes wrong in it is logged and answered as an error; nothing is
   * answered before `initialize` or after `shutdown` (section "Server lifecycle" of the protocol).
   */
  handler<P, R>(
    answer: (params: P, client: Abilities) => R,
  ): (params: P) => R | ResponseError<never> {
    return (params) => {
      if (!this.client) return failed(ErrorCodes.ServerNotInitialized, "Not initialized yet.");
      if (this.ending) return failed(ErrorCodes.InvalidRequest, "The server is shutting down.");
      try {
        return answer(params, this.client);
      } catch (error) {
        this.connection.console.error(reasonOf(error));
        return failed(ErrorCodes.InternalError, `gda failed: ${String(error)}`);
      }
    };
  }

  /** A handler of requests about an open document; about another one there is nothing to say. */
  onView<P extends { readonly textDocument: { readonly uri: string } }, R>(
    answer: (view: View, params: P, client: Abilities) => R | undefined,
  ): (params: P) => R | null | ResponseError<never> {
    return this.handler((params: P, client) => {
      const view = this.workspaces.view(params.textDocument.uri);
      return (view && answer(view, params, client)) ?? null;
    });
  }
}

/** An answer for people who asked for something that cannot be done. */
export function refused(reason: string): ResponseError<never> {
  return failed(LSPErrorCodes.RequestFailed, reason);
}

function failed(code: number, message: string): ResponseError<never> {
  return new ResponseError<never>(code, message);
}
