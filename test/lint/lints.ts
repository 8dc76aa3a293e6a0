import { analyze } from "../../compiler/analyze.js";
import { configure } from "../../compiler/lint/config.js";
import { edited, fixesIn } from "../../compiler/lint/fix.js";
import { lint } from "../../compiler/lint/lint.js";
import type { Diagnostic } from "../../grammar/diagnostic.js";

const ENTRY = "main.gda";

export interface Around {
  readonly options?: Readonly<Record<string, unknown>>;
  /** Other files by their names. */
  readonly files?: Readonly<Record<string, string>>;
  /** Names of the file that others import. */
  readonly imported?: readonly string[];
}

/** What one rule finds in a file without errors: `marked text: message`. */
export function found(slug: string, text: string, around: Around = {}): readonly string[] {
  return findings(slug, text, around).map(
    ({ primary: { span }, message }) => `${text.slice(span.start, span.end)}: ${message}`,
  );
}

/** The text after all fixes of one rule; it has no errors either. */
export function fixed(slug: string, text: string, around: Around = {}): string {
  const edits = fixesIn(findings(slug, text, around), ENTRY).flatMap((fix) => fix.edits);
  const result = edited(text, edits);
  findings(slug, result, around);
  return result;
}

function findings(
  slug: string,
  text: string,
  { options = {}, files = {}, imported = [] }: Around,
): readonly Diagnostic[] {
  const all = new Map([...Object.entries(files), [ENTRY, text]]);
  const analysis = analyze(ENTRY, { read: (file) => all.get(file) });
  const [error] = analysis.diagnostics;
  if (error) throw new Error(`${error.message} (${error.primary.span.start})`);
  const { rules, ignores } = configure("strict", new Map([[slug, { options }]]));
  const active = rules.filter(({ rule }) => rule.row.slug === slug);
  return lint(analysis, { rules: active, ignores }, new Set(imported));
}

/** A model of the Motif family with what its attention says beyond. */
export function motif(attention: string, { context = 8192, layers = 16 } = {}): string {
  return `import { Motif } from "gda:families"

model Small extends Motif {
  hidden: 2048, layers: ${layers}, context: ${context}, dtype: f16, mlp { width: 8192 }
  attention { ${attention} }
}
`;
}

/** A model without a parent and without noise heads. */
export function plain(attention: string, beside = ""): string {
  return `model Small {
  hidden: 512, layers: 4, context: 2048, dtype: f32${beside}
  attention { rope: none, ${attention} }
}
`;
}
