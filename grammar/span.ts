/** A half-open range of UTF-16 code units in the text of one file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span and the file that it lies in. `file` is the path that messages show, or `gda:families`. */
export interface SourceSpan extends Span {
  readonly file: string;
}

/** The text of one file, without a byte order mark. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** The smallest span that holds both. */
export function cover(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}
