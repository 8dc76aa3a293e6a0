import type { Diagnostic, Fix } from "../../grammar/diagnostic.js";
import type { Analysis } from "../analyze.js";

export type Edit = Fix["edits"][number];

/** A fix that may be made without asking, under a key that it keeps while the text stays. */
export interface CertainFix {
  readonly key: string;
  readonly edits: readonly Edit[];
}

/** The fixes of findings that are the only one of theirs and stay in the file, in its order. */
export function fixesIn(findings: readonly Diagnostic[], file: string): readonly CertainFix[] {
  return findings
    .flatMap(({ code, fixes }) => {
      const [only, ...others] = fixes;
      if (!only || others.length > 0 || only.edits.some(({ span }) => span.file !== file))
        return [];
      return [{ key: `${file} ${code} ${only.title} ${startOf(only.edits)}`, edits: only.edits }];
    })
    .toSorted((a, b) => startOf(a.edits) - startOf(b.edits));
}

/** Those that do not touch one before them; the others wait until these are made. */
export function withoutOverlaps(fixes: readonly CertainFix[]): readonly CertainFix[] {
  let end = -1;
  return fixes.filter(({ edits }) => {
    if (startOf(edits) <= end) return false;
    end = Math.max(...edits.map(({ span }) => span.end));
    return true;
  });
}

/** A text with edits made, its byte order mark and its line ends kept. */
export function edited(text: string, edits: readonly Edit[]): string {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const breaks = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  let end = 0;
  let result = "";
  for (const { span, text: replacement } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    result += text.slice(end, span.start + mark) + replacement.replaceAll("\n", breaks);
    end = span.end + mark;
  }
  return result + text.slice(end);
}

/** The values of all plans of a file, places and origins aside, to compare. */
export function plansOf({ models, growths }: Analysis): string {
  return JSON.stringify([models, growths], (key, value: unknown) =>
    key === "from" || key === "origin" || key === "span" || key === "doc" ? undefined : value,
  );
}

function startOf(edits: readonly Edit[]): number {
  return Math.min(...edits.map(({ span }) => span.start));
}
