import type { Fix } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import { LineIndex } from "./lines.js";

/** A line that a fix takes away or puts there; removed lines count in the old text, added in the new. */
export interface ChangedLine {
  readonly sign: "-" | "+";
  readonly number: number;
  readonly text: string;
}

/** The lines of one source that a fix changes, in runs without an unchanged line between them. */
export function changedLines(fix: Fix, source: Source): readonly ChangedLine[] {
  const edits = fix.edits
    .filter((edit) => edit.span.file === source.file)
    .toSorted((a, b) => a.span.start - b.span.start);
  const before = new LineIndex(source.text);

  const runs: { first: number; last: number; edits: typeof edits }[] = [];
  for (const edit of edits) {
    const first = before.position(edit.span.start).line;
    const last = before.position(edit.span.end).line;
    const run = runs.at(-1);
    if (run && first <= run.last + 1) {
      run.last = Math.max(run.last, last);
      run.edits.push(edit);
    } else runs.push({ first, last, edits: [edit] });
  }

  let shift = 0;
  return runs.flatMap((run) => {
    const lines = Array.from({ length: run.last - run.first + 1 }, (_, i) =>
      before.line(run.first + i),
    );
    const start = lines[0]?.start ?? 0;
    const end = (lines.at(-1)?.start ?? 0) + (lines.at(-1)?.text.length ?? 0);
    const old = lines.map((line) => line.text);
    const mended = applied(source.text, start, end, run.edits).split(/\r\n|\n|\r/);
    const head = commonPrefix(old, mended);
    const tail = commonPrefix(old.slice(head).toReversed(), mended.slice(head).toReversed());
    const removed = old.slice(head, old.length - tail);
    const added = mended.slice(head, mended.length - tail);
    const first = run.first + head;
    const changed: ChangedLine[] = [
      ...removed.map((text, i): ChangedLine => ({ sign: "-", number: first + i, text })),
      ...added.map((text, i): ChangedLine => ({ sign: "+", number: first + shift + i, text })),
    ];
    shift += mended.length - old.length;
    return changed;
  });
}

/** The text from `start` to `end` with the edits made. */
function applied(text: string, start: number, end: number, edits: Fix["edits"]): string {
  let at = start;
  let result = "";
  for (const edit of edits) {
    result += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return result + text.slice(at, end);
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((line, i) => line !== b[i]);
  return differs === -1 ? a.length : differs;
}
