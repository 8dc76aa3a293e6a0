import type { SourceSpan, Span } from "../../grammar/span.js";
import type { Declaration, SourceFile } from "../../grammar/tree.js";
import type { LineIndex } from "../diagnostics/lines.js";

/** A file that was read, with what each name in it stands for, imports followed. */
export interface Module {
  readonly file: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly tree: SourceFile;
  /** Whether the parser found mistakes: what is not there may only be cut off. */
  readonly broken: boolean;
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
  return { file: module.file, start: span.start, end: span.end };
}

/** "line 5" in the same file as `from`, else "base.gda:12". */
export function lineOf(module: Module, span: Span, from: Module): string {
  const { line } = module.lines.position(span.start);
  return module === from ? `line ${line}` : `${module.file}:${line}`;
}
