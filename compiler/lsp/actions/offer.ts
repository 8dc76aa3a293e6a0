import type { Diagnostic, Fix } from "../../../grammar/diagnostic.js";
import type { Span } from "../../../grammar/span.js";
import type { View } from "../document.js";

/** A change that can be offered: how it is called, and what it changes. */
export interface Offer extends Fix {
  readonly kind: "quickfix" | "refactor.rewrite" | "source.fixAll.gda";
  /** The finding that it answers. */
  readonly finding?: Diagnostic;
  /** Whether nothing else could be meant. */
  readonly certain?: boolean;
}

/** What offers are made from: a text, what is wrong with it, and what is selected. */
export interface Request {
  readonly view: View;
  readonly findings: readonly Diagnostic[];
  readonly selected: Span;
}

/** The findings at what is selected. */
export function selectedFindings({ view, findings, selected }: Request): readonly Diagnostic[] {
  return findings.filter(
    ({ primary: { span } }) =>
      span.file === view.file && span.start <= selected.end && selected.start <= span.end,
  );
}
