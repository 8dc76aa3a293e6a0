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

/** Collects what is wrong with one model: a mistake that many layers meet, once. */
export class Findings {
  private readonly found = new Map<string, Diagnostic>();

  readonly report = (finding: Diagnostic): void => {
    const { file, start, end } = finding.primary.span;
    const key = `${finding.code} ${start} ${end} ${file}`;
    if (!this.found.has(key)) this.found.set(key, finding);
  };

  /** All of them; where the text is `open`, only what would be wrong whatever else stood there. */
  all(open: boolean): readonly Diagnostic[] {
    const all = [...this.found.values()];
    return open ? all.filter(({ code }) => !fromAbsence.has(code) && !/^GDA40/.test(code)) : all;
  }
}
