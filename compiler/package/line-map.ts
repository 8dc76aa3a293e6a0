import type { Source } from "../../grammar/span.js";
import { LineIndex } from "../diagnostics/index.js";
import type { KernelText } from "../kernels/compiled.js";
import { prettyJson } from "./pretty.js";

/** A place in the spec that a line of WGSL comes from. Offsets are UTF-16 code units, from 0. */
export interface MappedSpan {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** Of the start, from 1. */
  readonly line: number;
  readonly column: number;
}

/** From lines of a WGSL file to the spec: the lines that have a place, by their number from 1. */
export interface LineMap {
  readonly wgsl: string;
  readonly lines: Readonly<Record<string, readonly MappedSpan[]>>;
}

/** The text of the line map of a kernel, which lies beside its WGSL. */
export function lineMapText(kernel: KernelText, wgsl: string, sources: readonly Source[]): string {
  const indexes = new Map(sources.map(({ file, text }) => [file, new LineIndex(text)]));
  const lines = kernel.spans.flatMap((spans, i) => {
    const places = new Map(
      spans.map(({ file, start, end }) => {
        const { line, column } = indexes.get(file)?.position(start) ?? { line: 1, column: 1 };
        const place: MappedSpan = { file, start, end, line, column };
        return [`${file}:${start}-${end}`, place];
      }),
    );
    return places.size > 0 ? [[String(i + 1), [...places.values()]] as const] : [];
  });
  const map: LineMap = { wgsl, lines: Object.fromEntries(lines) };
  return prettyJson(map);
}
