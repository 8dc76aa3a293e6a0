import type { Connection, Diagnostic as Shown } from "vscode-languageserver";
import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Abilities } from "./client.js";
import { shown } from "./diagnostics.js";
import type { View } from "./document.js";
import type { Lints } from "./lints.js";

/** How often a check waits for the edits that are queued behind the one that asked for it. */
const MOST_WAITS = 100;

/** What is wrong with the file of a view, lints included. */
export function findingsOf(view: View, lints: Lints): readonly Diagnostic[] {
  return [...view.analysis.diagnostics, ...lints.of(view)].filter(
    ({ primary }) => primary.span.file === view.file,
  );
}

/** The same as its client shows it. */
export function shownOf(view: View, lints: Lints, client: Abilities): Shown[] {
  return findingsOf(view, lints).map((finding) => shown(finding, view, client));
}

/**
 * Tells a client what is wrong with its documents, when all edits that have come are taken in:
 * a text that is changed already is not checked.
 */
export class Publisher {
  private readonly waiting = new Set<string>();
  private readonly connection: Connection;
  private readonly publish: (uri: string) => void;
  private changed = false;
  private scheduled = false;

  constructor(connection: Connection, publish: (uri: string) => void) {
    this.connection = connection;
    this.publish = publish;
  }

  check(uris: Iterable<string>): void {
    for (const uri of uris) this.waiting.add(uri);
    this.changed = true;
    if (this.scheduled) return;
    this.scheduled = true;
    this.later(MOST_WAITS);
  }

  forget(uri: string): void {
    this.waiting.delete(uri);
  }

  private later(waits: number): void {
    this.changed = false;
    setImmediate(() => {
      if (this.changed && waits > 0) return this.later(waits - 1);
      this.scheduled = false;
      const uris = [...this.waiting];
      this.waiting.clear();
      for (const uri of uris) {
        try {
          this.publish(uri);
        } catch (error) {
          this.connection.console.error(reasonOf(error));
        }
      }
    });
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
