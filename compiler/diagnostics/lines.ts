import type { Source } from "../../grammar/span.js";

/** Where an offset lies: both count from 1, columns in UTF-16 code units, a tab being one. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A line without its break, and the offset at which it starts. */
export interface Line {
  readonly start: number;
  readonly text: string;
}

/** Finds lines and columns in a text. Lines end with CRLF, LF or CR, as in editors and LSP. */
export class LineIndex {
  private readonly text: string;
  private readonly starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (m) => m.index + m[0].length)];
  }

  /** The place of an offset. One inside a line break, or past the end, is at the end of its line. */
  position(offset: number): Position {
    let low = 1;
    let high = this.starts.length;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    const { start, text } = this.line(low);
    return { line: low, column: Math.min(offset - start, text.length) + 1 };
  }

  /** A line by its number. */
  line(number: number): Line {
    const start = this.startOf(number);
    const withBreak = this.text.slice(start, this.startOf(number + 1));
    return { start, text: withBreak.replace(/[\r\n]+$/, "") };
  }

  /** What ends the first line, and a line feed where nothing does. */
  get break(): string {
    return /\r\n|\n|\r/.exec(this.text)?.[0] ?? "\n";
  }

  private startOf(number: number): number {
    return this.starts[number - 1] ?? this.text.length;
  }
}

/** Line indexes of the sources of a run, each made when it is first asked for. */
export function lineIndexes(
  sources: ReadonlyMap<string, Source>,
): (file: string) => LineIndex | undefined {
  const made = new Map<string, LineIndex>();
  return (file) => {
    const source = sources.get(file);
    const index = made.get(file) ?? (source && new LineIndex(source.text));
    if (index) made.set(file, index);
    return index;
  };
}
