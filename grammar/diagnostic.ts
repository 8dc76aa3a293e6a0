import type { SourceSpan } from "./span.js";

export type Severity = "error" | "warning";

/** What an editor may do with a finding's text: fade out what serves no purpose. */
export type Tag = "unnecessary";

/** A place in a source with what is to be said about it. */
export interface Label {
  readonly span: SourceSpan;
  readonly text?: string;
}

/** A change of text that certainly mends the finding. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly { readonly span: SourceSpan; readonly text: string }[];
}

/** One finding, ready for any renderer. Messages are one sentence with names in backquotes. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly primary: Label;
  readonly secondary: readonly Label[];
  readonly help: readonly string[];
  readonly fixes: readonly Fix[];
  readonly tags?: readonly Tag[];
  /** The facts that are not there, as `attention.mask`, for an editor that offers to write them. */
  readonly absent?: readonly string[];
}

/** What a place adds to a row of the table: where, with which words, and how to mend it. */
export interface Details {
  readonly label?: string;
  readonly secondary?: readonly Label[];
  readonly help?: readonly string[];
  readonly fixes?: readonly Fix[];
  readonly tags?: readonly Tag[];
  readonly absent?: readonly string[];
}

/** One row of the diagnostic table: a stable code, a slug, a severity and the message. */
export interface Rule<P> {
  readonly code: string;
  readonly slug: string;
  readonly severity: Severity;
  readonly message: (parameters: P) => string;
}

/** Declares a row; a wrong or missing parameter where it is used does not compile. */
export function rule<P = Record<never, never>>(
  code: string,
  slug: string,
  message: (parameters: P) => string,
  severity: Severity = "error",
): Rule<P> {
  return { code, slug, severity, message };
}

/** Makes the finding that a row of the table describes, at a place. */
export function diagnose<P>(
  row: Rule<P>,
  span: SourceSpan,
  parameters: P,
  details: Details = {},
): Diagnostic {
  return {
    code: row.code,
    severity: row.severity,
    message: row.message(parameters),
    primary: details.label === undefined ? { span } : { span, text: details.label },
    secondary: details.secondary ?? [],
    help: details.help ?? [],
    fixes: details.fixes ?? [],
    ...(details.tags ? { tags: details.tags } : {}),
    ...(details.absent ? { absent: details.absent } : {}),
  };
}
