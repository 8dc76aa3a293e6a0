import type { Diagnostic } from "../../grammar/diagnostic.js";
import { names } from "../names/codes.js";
import { types } from "../types/codes.js";
import { composition, facts } from "./codes.js";

/** Findings that may only say that something was cut off, where the parser found mistakes. */
const fromAbsence: ReadonlySet<string> = new Set(
  [
    ...Object.values(facts),
    names.unknownName,
    names.notStated,
    names.unknownParent,
    names.unknownImport,
    types.listLength,
    composition.nothingToAmend,
    composition.nothingToDerive,
    composition.badLayers,
    composition.incomplete,
    composition.missingArgument,
    composition.byLayer,
  ].map(({ code }) => code),
);

/** Findings about a family that a child may yet mend. */
const ofFamily: ReadonlySet<string> = new Set(
  [names.notStated, composition.missingArgument, facts.noSuchMember].map(({ code }) => code),
);

/** Collects what is wrong with one model: a mistake that many layers meet, once. */
export class Findings {
  private readonly found = new Map<string, Diagnostic>();

  readonly report = (finding: Diagnostic): void => {
    const key = keyOf(finding);
    if (!this.found.has(key)) this.found.set(key, finding);
  };

  /** All of them; where the text is open, only what would be wrong whatever else stood there. */
  all(subject: "whole" | "open" | "family"): readonly Diagnostic[] {
    const all = [...this.found.values()];
    switch (subject) {
      case "whole":
        return all;
      case "open":
        return all.filter((finding) => !mayBeConsequence(finding));
      case "family":
        return all.filter(({ code }) => !ofFamily.has(code));
    }
  }
}

/** Whether a finding in a text with syntax mistakes may be nothing but their consequence. */
export function mayBeConsequence({ code }: Diagnostic): boolean {
  return fromAbsence.has(code) || /^GDA(40|5)/.test(code);
}

/** What makes two findings the same mistake, found twice. */
export function keyOf({ code, primary: { span } }: Diagnostic): string {
  return `${code} ${span.start} ${span.end} ${span.file}`;
}
