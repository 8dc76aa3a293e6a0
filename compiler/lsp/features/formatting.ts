import { diffArrays } from "diff";
import type { TextEdit } from "vscode-languageserver";
import { print } from "../../../grammar/print.js";
import type { Span } from "../../../grammar/span.js";
import type { View } from "../document.js";
import { lineEnd } from "../line-end.js";
import { nodesAt } from "../nodes.js";

/**
 * The edits that give a text the form of `gda fmt`, as few lines as that takes, with the line ends
 * that the text has. A text with mistakes is left as it is.
 */
export function format(view: View): readonly TextEdit[] {
  return changesOf(view).map((change) => editOf(change, view));
}

/** Those of them that touch the lines of a span. */
export function formatRange(view: View, span: Span): readonly TextEdit[] {
  const { start, end } = view.rangeOf(span);
  return changesOf(view)
    .filter(({ first, old }) => first <= end.line && first + Math.max(old.length, 1) > start.line)
    .map((change) => editOf(change, view));
}

/** Behind a `}` what it closes is formatted, behind a line's end the line. */
export function formatOnType(view: View, offset: number, typed: string): readonly TextEdit[] {
  const span = typed === "}" ? closedAt(view, offset) : lineAbove(view, offset);
  if (!span) return [];
  const { start, end } = view.rangeOf(span);
  return changesOf(view)
    .filter(({ first, old }) => start.line <= first && first + old.length <= end.line + 1)
    .map((change) => editOf(change, view));
}

/** The outermost item or declaration that ends with the brace before an offset. */
function closedAt({ parsed }: View, offset: number): Span | undefined {
  return nodesAt(parsed.tree, offset).find(
    ({ kind, span }) => kind !== "file" && span.end === offset,
  )?.span;
}

function lineAbove({ lines }: View, offset: number): Span | undefined {
  const { line } = lines.position(offset);
  if (line === 1) return undefined;
  const above = lines.line(line - 1);
  return { start: above.start, end: above.start + above.text.length };
}

/** Lines that follow each other and become others; the first counts from 0. */
interface Change {
  readonly first: number;
  readonly old: readonly string[];
  readonly lines: readonly string[];
}

/** Lines are told from each other by what the form does not change; the others come and go whole. */
function changesOf({ parsed, source }: View): readonly Change[] {
  const printed = print(parsed.tree, source);
  if (printed === undefined) return [];
  const [before, after] = [linesOf(source.text), linesOf(printed)];
  const changes: Change[] = [];
  let [first, next] = [0, 0];
  let [old, lines]: [string[], string[]] = [[], []];
  const close = (): void => {
    if (old.length + lines.length > 0) changes.push({ first: first - old.length, old, lines });
    [old, lines] = [[], []];
  };
  for (const { count, added, removed } of diffArrays(before.map(substance), after.map(substance))) {
    const [here, there] = [before.slice(first, first + count), after.slice(next, next + count)];
    if (removed) old.push(...here);
    else if (added) lines.push(...there);
    else {
      close();
      here.forEach((line, i) => {
        const formed = there[i] ?? line;
        if (formed !== line) changes.push({ first: first + i, old: [line], lines: [formed] });
      });
    }
    if (!added) first += count;
    if (!removed) next += count;
  }
  close();
  return changes;
}

/** A line without blanks and commas. */
function substance(line: string): string {
  return line.replaceAll(/[\s,]+/g, "");
}

/** As many as there are line ends, and one more that is empty where the text ends with one. */
function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** Where lines stay, what is between their ends is replaced; whole lines come and go with an end. */
function editOf({ first, old, lines }: Change, view: View): TextEdit {
  const end = lineEnd(view);
  const { text } = view.source;
  const line = (index: number): Span => {
    const { start, text: inside } = view.lines.line(index + 1);
    return { start, end: start + inside.length };
  };
  const edit = (start: number, stop: number, newText: string): TextEdit => {
    return { range: view.rangeOf({ start, end: stop }), newText };
  };
  const below = first + old.length;
  if (old.length > 0 && lines.length > 0) {
    return edit(line(first).start, line(below - 1).end, lines.join(end));
  }
  if (below < linesOf(text).length) {
    return edit(line(first).start, line(below).start, lines.map((each) => each + end).join(""));
  }
  // At the end of the text the line end above goes or comes with the lines.
  return edit(line(first - 1).end, text.length, lines.map((each) => end + each).join(""));
}
