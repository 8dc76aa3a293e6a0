import type { IToken } from "chevrotain";
import type { Position, Range } from "vscode-languageserver";
import type { Parsed } from "../../grammar/parse.js";
import type { Source, SourceSpan, Span } from "../../grammar/span.js";
import type { Analysis } from "../analyze.js";
import type { LineIndex } from "../diagnostics/lines.js";
import type { Module } from "../names/module.js";

/*
 * What the features of the language server are functions of. A feature is one file of `features/`
 * with one pure, synchronous function
 *
 *     hover(view: View, offset: number): Hover | undefined
 *
 * that takes offsets and spans of `view.source` and gives what the protocol answers with; it turns
 * spans into ranges by `view.rangeOf`, and spans of other files by `view.workspace`. `server.ts`
 * wires it with one line, which finds the view of the document and turns the position into an
 * offset. What the client can do comes as a further argument (`Client`) where it matters.
 * A feature may throw on nothing, a half typed text included: what is absent in the tree is
 * `undefined` there. It keeps nothing between calls: a view is made anew when a text changes.
 * Types and enumerations of the protocol are imported from "vscode-languageserver".
 */

/** One text of a workspace and all that is known of it, each part worked out when first asked for. */
export interface View {
  /** As the client spells it. */
  readonly uri: string;
  /** The name that spans and messages carry: the path from the workspace's folder. */
  readonly file: string;
  /** Without a byte order mark; all offsets count in its text. */
  readonly source: Source;
  readonly lines: LineIndex;
  /** The tree and the findings of the parser. The same text has the same tree in every view. */
  readonly parsed: Parsed;
  /** The tokens of the language without comments and blanks; mistakes are `Unreadable`. */
  readonly tokens: readonly IToken[];
  /** The tree with what each name stands for, imports followed; imported modules by `analysis`. */
  readonly module: Module;
  /** The file checked as the entry: plans, findings, and all modules that it reaches. */
  readonly analysis: Analysis;
  readonly workspace: Workspace;
  /** UTF-16 as in the protocol; one past the end of its line or of the text is at that end. */
  offsetAt(position: Position): number;
  rangeOf(span: Span): Range;
}

/** A folder whose files are checked together, as the command line checks those below it. */
export interface Workspace {
  /**
   * A file by the name that spans carry, or `gda:families`; open documents come before the disk.
   * Nothing if there is no such file.
   */
  view(file: string): View | undefined;
  /** All `.gda` files of the folder that are known, open ones included, by name in order. */
  files(): readonly string[];
  /** What lies in a folder, by name in order: `.gda` files, and folders with a `/` at the end. */
  list(folder: string): readonly string[];
  /** Where a span lies, as the protocol says it; nothing if its file has no text. */
  locate(span: SourceSpan): { readonly uri: string; readonly range: Range } | undefined;
}

/** What a client can do, as far as answers depend on it. */
export interface Client {
  /** Whether completions may hold `${1:name}`. */
  readonly snippets: boolean;
}
