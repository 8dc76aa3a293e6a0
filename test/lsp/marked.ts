import { posix } from "node:path";
import type { Span } from "../../grammar/span.js";
import type { View } from "../../compiler/lsp/document.js";
import { StoredWorkspace } from "../../compiler/lsp/workspace.js";

/** A text with marks taken out: `┆` is the cursor, `⟦ ⟧` goes around a range. Ranges may nest. */
export interface Marked {
  readonly text: string;
  /** Where the cursors stood; as offsets of a text without byte order mark. */
  readonly cursors: readonly number[];
  /** In the order in which they begin. */
  readonly ranges: readonly Span[];
}

export function marked(source: string): Marked {
  const cursors: number[] = [];
  const open: { start: number; end: number }[] = [];
  const ranges: { start: number; end: number }[] = [];
  let text = "";
  for (const piece of source.split(/([┆⟦⟧])/)) {
    const bom = text.startsWith("\uFEFF") ? 1 : 0;
    const offset = text.length - bom;
    if (piece === "┆") {
      cursors.push(offset);
    } else if (piece === "⟦") {
      const range = { start: offset, end: offset };
      open.push(range);
      ranges.push(range);
    } else if (piece === "⟧") {
      const range = open.pop();
      if (!range) throw new Error("a ⟧ without its ⟦");
      range.end = offset;
    } else {
      text += piece;
    }
  }
  if (open.length > 0) throw new Error("a ⟦ without its ⟧");
  return { text, cursors, ranges };
}

export interface MarkedView extends Marked {
  readonly view: View;
  /** The only cursor. */
  readonly offset: number;
}

/** The view of a marked text, `main.gda`, beside other files of a workspace (without marks). */
export function markedView(
  source: string,
  others: Readonly<Record<string, string>> = {},
): MarkedView {
  const found = marked(source);
  const view = workspaceOf({ "main.gda": found.text, ...others }).view("main.gda");
  if (!view) throw new Error("main.gda is not there");
  return { ...found, view, offset: found.cursors[0] ?? 0 };
}

/** A workspace of texts; `a/b.gda` has the URI `file:///work/a/b.gda`. */
export function workspaceOf(texts: Readonly<Record<string, string>>): StoredWorkspace {
  const files = Object.keys(texts).toSorted();
  return new StoredWorkspace({
    read: (file) => texts[file],
    uriOf: (file) => `file:///work/${file}`,
    files: () => files,
    list: (folder) => {
      const inside = files.filter((file) => file.startsWith(folder));
      const names = inside.map((file) => posix.relative(folder, file).replace(/\/.*/s, "/"));
      return [...new Set(names)];
    },
  });
}
