import type { Label } from "../../grammar/diagnostic.js";
import { DrawnLine, visible } from "./drawn.js";
import type { LineIndex } from "./lines.js";
import type { Paint, Style } from "./style.js";

/** A label of a frame; there is one primary label in a finding. */
export interface FrameLabel extends Label {
  readonly isPrimary: boolean;
}

/** The part of a label that lies in one line; offsets count from the line's start. */
interface Mark {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly isPrimary: boolean;
  readonly text: string | undefined;
}

/** A row of a frame; the number is that of a source line. */
export interface Row {
  readonly number?: number;
  readonly text: string;
}

/** The lines that the labels lie in, each with its marks below, and `...` where lines are left out. */
export function frameRows(
  labels: readonly FrameLabel[],
  index: LineIndex,
  paintPrimary: Paint,
  style: Style,
): readonly (Row | "gap")[] {
  const marks = labels.flatMap((label) => marksOf(label, index));
  const lines = [...new Set(marks.map((m) => m.line))].toSorted((a, b) => a - b);
  return lines.flatMap((line, i) => {
    const inLine = marks.filter((m) => m.line === line);
    const focus = inLine.find((m) => m.isPrimary) ?? inLine[0];
    const drawn = new DrawnLine(index.line(line).text, focus?.start ?? 0);
    const rows = markRows(inLine, drawn, paintPrimary, style).map((text) => ({ text }));
    return [...between(lines[i - 1], line, index), { number: line, text: drawn.text }, ...rows];
  });
}

/** A single line that was left out is no longer than the gap that would say so. */
function between(before: number | undefined, line: number, index: LineIndex): (Row | "gap")[] {
  if (before === undefined || line === before + 1) return [];
  if (line > before + 2) return ["gap"];
  return [{ number: line - 1, text: new DrawnLine(index.line(line - 1).text, 0).text }];
}

/** A label over several lines is marked in its first and its last line, and its text is at the last. */
function marksOf(label: FrameLabel, index: LineIndex): readonly Mark[] {
  const { start, end } = label.span;
  const { isPrimary, text } = label;
  const first = index.position(start);
  // The end is exclusive: after a line break it would belong to a line that has no part in the span.
  const last = index.position(Math.max(start, end - 1));
  const lastLine = index.line(last.line);
  const lastEnd = Math.min(end - lastLine.start, lastLine.text.length);
  const firstStart = first.column - 1;
  if (first.line === last.line) {
    return [{ line: first.line, start: firstStart, end: lastEnd, isPrimary, text }];
  }
  const firstEnd = index.line(first.line).text.length;
  const lastStart = lastLine.text.length - lastLine.text.trimStart().length;
  return [
    { line: first.line, start: firstStart, end: firstEnd, isPrimary, text: undefined },
    { line: last.line, start: Math.min(lastStart, lastEnd), end: lastEnd, isPrimary, text },
  ];
}

/**
 * The rows below a line: the marks, with the text of the rightmost one behind them, and the other
 * texts hanging below from right to left.
 */
function markRows(
  marks: readonly Mark[],
  drawn: DrawnLine,
  paintPrimary: Paint,
  style: Style,
): readonly string[] {
  const placed = marks.map(({ start, end, isPrimary, text }) => {
    const column = drawn.column(start);
    return { column, end: Math.max(drawn.column(end), column + 1), isPrimary, text };
  });
  const paint = (row: string): string =>
    row.replace(/\^+/g, paintPrimary).replace(/-+|\|/g, style.note);

  // The primary mark is drawn last, over the others.
  const row: string[] = [];
  for (const mark of placed.toSorted((a, b) => Number(a.isPrimary) - Number(b.isPrimary))) {
    while (row.length < mark.end) row.push(" ");
    row.fill(mark.isPrimary ? "^" : "-", mark.column, mark.end);
  }

  const texts = placed
    .filter((mark) => mark.text !== undefined)
    .toSorted((a, b) => b.column - a.column || b.end - a.end);
  const [rightmost] = texts;
  const inline = rightmost?.end === row.length ? rightmost : undefined;
  const hanging = texts.filter((mark) => mark !== inline);

  const textOf = ({ text = "", isPrimary }: (typeof placed)[number]): string =>
    (isPrimary ? paintPrimary : style.note)(visible(text));
  const bars = (below: typeof placed): string => {
    const columns = new Set(below.map((mark) => mark.column));
    return Array.from({ length: Math.max(0, ...columns) + 1 }, (_, column) =>
      columns.has(column) ? "|" : " ",
    ).join("");
  };
  return [
    paint(row.join("")) + (inline ? ` ${textOf(inline)}` : ""),
    ...(hanging.length > 0 ? [paint(bars(hanging))] : []),
    ...hanging.map((mark, i) => {
      const left = hanging.slice(i + 1).filter((other) => other.column < mark.column);
      return paint((left.length > 0 ? bars(left) : "").padEnd(mark.column)) + textOf(mark);
    }),
  ];
}
