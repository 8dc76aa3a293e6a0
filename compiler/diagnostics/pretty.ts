import type { Diagnostic, Fix } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import { DrawnLine, visible } from "./drawn.js";
import { frameRows } from "./frame.js";
import type { FrameLabel } from "./frame.js";
import { lineIndexes } from "./lines.js";
import type { LineIndex } from "./lines.js";
import { capped, inOrder } from "./order.js";
import { plain } from "./style.js";
import type { Paint, Style } from "./style.js";
import { changedLines } from "./suggestion.js";
import { summary } from "./summary.js";

const MOST_CHANGED_LINES = 12;

/**
 * Findings for people: the code in a frame with every place that took part, what helps, what would
 * mend it, and a closing count. The text ends with a line break, or is empty if there is nothing.
 */
export function renderPretty(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, Source>,
  style: Style = plain,
): string {
  const ordered = inOrder(diagnostics);
  if (ordered.length === 0) return "";
  const { shown, more } = capped(ordered);
  const page = new Page(sources, style);
  const blocks = shown.map((diagnostic) => page.block(diagnostic));
  const left = more > 0 ? [`... and ${more} more\n`] : [];
  return [...blocks, ...left, `${summary(ordered)}\n`].join("\n");
}

class Page {
  private readonly sources: ReadonlyMap<string, Source>;
  private readonly style: Style;
  private readonly indexOf: (file: string) => LineIndex | undefined;

  constructor(sources: ReadonlyMap<string, Source>, style: Style) {
    this.sources = sources;
    this.style = style;
    this.indexOf = lineIndexes(sources);
  }

  block({ code, severity, message, primary, secondary, help, fixes }: Diagnostic): string {
    const paint = this.style[severity];
    const labels: FrameLabel[] = [
      { ...primary, isPrimary: true },
      ...secondary.map((label) => ({ ...label, isPrimary: false })),
    ];
    const gutter = this.gutterOf(labels);
    const lines = [
      `${paint(`${severity}[${code}]`)}${this.style.strong(`: ${visible(message)}`)}`,
      ...[...new Set(labels.map((label) => label.span.file))].flatMap((file) =>
        this.frame(
          labels.filter((label) => label.span.file === file),
          paint,
          gutter,
        ),
      ),
      ...help.map((text) => `${" ".repeat(gutter)} = ${this.style.note("help")}: ${visible(text)}`),
      ...fixes.flatMap((fix) => this.suggestion(fix, gutter)),
    ];
    return lines.map((line) => `${line.trimEnd()}\n`).join("");
  }

  /** The labels of one file, below its name and the place of the first. */
  private frame(labels: readonly FrameLabel[], paint: Paint, gutter: number): readonly string[] {
    const [first] = labels;
    if (first === undefined) return [];
    const { file, start } = first.span;
    const arrow = this.style.gutter(first.isPrimary ? "-->" : ":::");
    const head = `${" ".repeat(gutter)}${arrow} ${visible(file)}`;
    const index = this.indexOf(file);
    if (index === undefined) return [head];
    const { line, column } = index.position(start);
    const rows = frameRows(labels, index, paint, this.style).map((row) =>
      row === "gap" ? this.style.gutter("...") : `${this.bar(gutter, row.number)} ${row.text}`,
    );
    return [`${head}:${line}:${column}`, this.bar(gutter), ...rows, this.bar(gutter)];
  }

  /** The lines that a fix changes, before and after. */
  private suggestion(fix: Fix, gutter: number): readonly string[] {
    const changed = [...new Set(fix.edits.map((edit) => edit.span.file))].flatMap((file) => {
      const source = this.sources.get(file);
      return source ? changedLines(fix, source) : [];
    });
    const rows = changed.slice(0, MOST_CHANGED_LINES).map(({ sign, number, text }) => {
      const paint = sign === "+" ? this.style.added : this.style.removed;
      const line = paint(`${sign} ${new DrawnLine(text, 0).text}`);
      return `${this.style.gutter(String(number).padEnd(gutter))} ${line}`;
    });
    if (changed.length > rows.length) rows.push(this.style.gutter("..."));
    const title = `${this.style.note("help")}: ${visible(fix.title)}`;
    return [title, this.bar(gutter), ...rows, this.bar(gutter)];
  }

  private bar(gutter: number, number?: number): string {
    return this.style.gutter(`${String(number ?? "").padEnd(gutter)} |`);
  }

  /** Wide enough for the largest line number. */
  private gutterOf(labels: readonly FrameLabel[]): number {
    const lines = labels.map(({ span }) => this.indexOf(span.file)?.position(span.end).line ?? 1);
    return String(Math.max(...lines)).length;
  }
}
