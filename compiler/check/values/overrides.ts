import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import { parse } from "../../../grammar/parse.js";
import type { Source } from "../../../grammar/span.js";
import { types } from "../../types/codes.js";
import type { Override } from "./params.js";

/** Values for params from a command line, each read as the text of a little file of its own. */
export interface Overrides {
  readonly values: ReadonlyMap<string, Override>;
  readonly sources: readonly Source[];
  readonly findings: readonly Diagnostic[];
}

export function readOverrides(params: Readonly<Record<string, string>>): Overrides {
  const values = new Map<string, Override>();
  const sources: Source[] = [];
  const findings: Diagnostic[] = [];
  for (const [name, value] of Object.entries(params)) {
    const source = { file: `--param ${name}`, text: `const ${name} = ${value}` };
    const { tree, diagnostics } = parse(source);
    const [declaration, ...more] = tree.declarations;
    const span = { file: source.file, start: 0, end: source.text.length };
    const expr = declaration?.kind === "const" && more.length === 0 ? declaration.value : undefined;
    if (diagnostics.length === 0 && !expr) {
      findings.push(diagnose(types.badCall, span, { problem: "A param takes one value." }));
    }
    values.set(name, {
      expr: diagnostics.length === 0 ? expr : undefined,
      file: source.file,
      span: expr ? { ...span, start: expr.span.start, end: expr.span.end } : span,
    });
    sources.push(source);
    findings.push(...diagnostics);
  }
  return { values, sources, findings };
}
