import type { Diagnostic } from "../diagnostic.js";

interface Location {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

/** The mistakes of a text as Prettier wants to be told: the first with its place, for a code frame. */
export class SpecError extends SyntaxError {
  readonly loc: { readonly start: Location; readonly end: Location };

  constructor(diagnostics: readonly Diagnostic[], text: string) {
    const [first] = diagnostics;
    const span = first?.primary.span ?? { start: 0, end: 0 };
    const start = locationAt(text, span.start);
    super(`${first?.code}: ${first?.message} (${start.line}:${start.column})`);
    this.loc = { start, end: locationAt(text, span.end) };
  }
}

function locationAt(text: string, offset: number): Location {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
