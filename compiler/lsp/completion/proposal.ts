import { CompletionItemKind } from "vscode-languageserver";

/** Something that can be written at a cursor. */
export interface Proposal {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** In plain text, beside the label. */
  readonly detail?: string | undefined;
  /** In Markdown. */
  readonly doc?: string | undefined;
  /** What is written, where it is not the label. */
  readonly text?: string | undefined;
  /** The same with places to fill in, for clients that have them. */
  readonly snippet?: string | undefined;
  /** Proposals stand by rank, and as they were proposed in each; 0 where it is left out. */
  readonly rank?: number | undefined;
  /** A line for the head of the file: the import of what is proposed. */
  readonly imports?: string | undefined;
}

/** A word or a sign of the grammar. */
export function keyword(label: string, snippet?: string): Proposal {
  return { label, kind: CompletionItemKind.Keyword, snippet };
}
