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

/**
 * A span of a text that is being edited: it moves with what stands before it, so that what is known
 * of a declaration stays right when another one grows. A copy (`{ ...span }`) does not move, and
 * lacks its numbers: take it apart by name.
 */
export class MovingSpan implements SourceSpan {
  readonly file: string;
  private readonly anchor: Anchor;
  private readonly from: number;
  private readonly length: number;

  constructor(file: string, anchor: Anchor, { start, end }: Span) {
    this.file = file;
    this.anchor = anchor;
    this.from = start;
    this.length = end - start;
  }

  get start(): number {
    return this.anchor.start + this.from;
  }

  get end(): number {
    return this.start + this.length;
  }

  /** Its beginning, of a length. */
  beginning(length: number): MovingSpan {
    return new MovingSpan(this.file, this.anchor, { start: this.from, end: this.from + length });
  }
}

/** Where the text begins that moving spans count from. */
export interface Anchor {
  readonly start: number;
}

/** A span of a file. */
export function inFile(file: string, span: Span): SourceSpan {
  return span instanceof MovingSpan ? span : { file, start: span.start, end: span.end };
}

/** The first units of a span. */
export function beginningOf(span: SourceSpan, length: number): SourceSpan {
  if (span instanceof MovingSpan) return span.beginning(length);
  return { file: span.file, start: span.start, end: span.start + length };
}
