import { inFile, type SourceSpan, type Span } from "../../grammar/span.js";
import type { Declaration, SourceFile } from "../../grammar/tree.js";
import type { LineIndex } from "../diagnostics/lines.js";

/** A file that was read, with what each name in it stands for, imports followed. */
export interface Module {
  readonly file: string;
  readonly text: string;
  readonly lines: LineIndex;
  /** The line in which a span begins. */
  readonly lineAt: (span: Span) => number;
  readonly tree: SourceFile;
  /** Whether the parser found mistakes in a declaration: what is not there may only be cut off. */
  readonly isBroken: (declaration: Span) => boolean;
  readonly names: ReadonlyMap<string, Named>;
}

/** A declaration that a name stands for; none where its import failed, which has been reported. */
export type Named = Declared | undefined;

export interface Declared {
  readonly declaration: Declaration;
  /** Where it is declared. */
  readonly module: Module;
}

/** A span of a module's text. */
export function within(module: Module, span: Span): SourceSpan {
  return inFile(module.file, span);
}

/** "line 5" in the same file as `from`, else "base.gda:12". */
export function lineOf(module: Module, span: Span, from: Module): string {
  const line = module.lineAt(span);
  return module === from ? `line ${line}` : `${module.file}:${line}`;
}
