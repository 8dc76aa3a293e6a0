import { diagnose, type Diagnostic, type Rule } from "./diagnostic.js";
import { limits } from "./limits.js";
import type { SourceSpan, Span } from "./span.js";

export interface Particulars {
  readonly label?: string;
  readonly secondary?: readonly { readonly span: Span; readonly text: string }[];
  readonly help?: readonly string[];
  readonly fix?: { readonly title: string; readonly span: Span; readonly text: string };
}

/** Collects what is wrong with one section of a file, up to a limit. */
export class Findings {
  readonly #file: string;
  readonly #found: Diagnostic[] = [];
  #omitted = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add<P>(row: Rule<P>, span: Span, parameters: P, particulars: Particulars = {}): void {
    if (this.#found.length === limits.findings) {
      this.#omitted += 1;
      return;
    }
    const { secondary = [], fix, ...details } = particulars;
    const edits = fix && [{ span: this.#place(fix.span), text: fix.text }];
    this.#found.push(
      diagnose(row, this.#place(span), parameters, {
        ...details,
        secondary: secondary.map((label) => ({ ...label, span: this.#place(label.span) })),
        fixes: fix && edits ? [{ title: fix.title, edits }] : [],
      }),
    );
  }

  get none(): boolean {
    return this.#found.length === 0;
  }

  /** How many there are beyond the limit. */
  get omitted(): number {
    return this.#omitted;
  }

  /** The findings in the order of the text. */
  sorted(): Diagnostic[] {
    return this.#found.toSorted((a, b) => a.primary.span.start - b.primary.span.start);
  }

  #place({ start, end }: Span): SourceSpan {
    return { file: this.#file, start, end };
  }
}
