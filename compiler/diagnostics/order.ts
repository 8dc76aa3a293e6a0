import type { Diagnostic } from "../../grammar/diagnostic.js";

const MOST = 50;

/** Findings in the order of files and offsets, each once even where two entries share a file. */
export function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics
    .filter((d) => {
      const { file, start, end } = d.primary.span;
      const identity = JSON.stringify([d.code, d.message, file, start, end]);
      return !seen.has(identity) && seen.add(identity);
    })
    .toSorted(compare);
}

/** As many findings as anyone reads, errors before warnings, and how many more there are. */
export function capped(ordered: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly more: number;
} {
  const errorsFirst = ordered.toSorted(
    (a, b) => Number(b.severity === "error") - Number(a.severity === "error"),
  );
  const chosen = new Set(errorsFirst.slice(0, MOST));
  return { shown: ordered.filter((d) => chosen.has(d)), more: ordered.length - chosen.size };
}

function compare(a: Diagnostic, b: Diagnostic): number {
  const [left, right] = [a.primary.span, b.primary.span];
  return (
    byText(left.file, right.file) ||
    left.start - right.start ||
    left.end - right.end ||
    byText(a.code, b.code)
  );
}

/** By code units, so that the order is the same on every machine. */
function byText(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
