import { pairBrackets, reportFaults } from "./brackets.js";
import { diagnose, type Diagnostic } from "./diagnostic.js";
import { Docs } from "./docs.js";
import { Findings } from "./findings.js";
import { limits } from "./limits.js";
import { Parser } from "./parser.js";
import { relocate } from "./relocate.js";
import { scan } from "./scan.js";
import { sectionsOf } from "./sections.js";
import { inFile, type Source } from "./span.js";
import { syntax } from "./syntax.js";
import type { Comment, Declaration, Import, SourceFile } from "./tree.js";
import { mendWords } from "./words.js";

const parser = new Parser();

/** What a text says, and what is wrong with how it says it. */
export interface Parsed {
  readonly tree: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a section says: its part of the tree and of the findings. */
export interface Section {
  readonly imports: readonly Import[];
  readonly declarations: readonly Declaration[];
  readonly comments: readonly Comment[];
  readonly findings: readonly Diagnostic[];
  /** How many findings there are beyond the limit. */
  readonly omitted: number;
}

/**
 * Reads a file. Any text has a tree, with every node that the text holds whole; each mistake is
 * reported once, and what depends on it is absent from the tree.
 */
export function parse(source: Source): Parsed {
  return parseSections(source, (section, start) => {
    const read = readSection(section);
    if (start > 0)
      relocate(read, (span) => ({ ...span, start: span.start + start, end: span.end + start }));
    return read;
  });
}

/** Reads a file by its sections; `read` gets each with where it starts in the file. */
export function parseSections(
  source: Source,
  read: (section: Source, start: number) => Section,
): Parsed {
  const { file, text } = source;
  const span = { start: 0, end: text.length };
  if (span.end > limits.characters) {
    const size = { characters: span.end, limit: limits.characters };
    const tooLarge = diagnose(syntax.fileTooLarge, { file, start: 0, end: 0 }, size);
    const tree = { kind: "file", imports: [], declarations: [], comments: [], span } as const;
    return { tree: { ...tree, complete: false }, diagnostics: [tooLarge] };
  }
  const starts = sectionsOf(text);
  const sections = starts.map((start, index) =>
    read({ file, text: text.slice(start, starts[index + 1]) }, start),
  );
  const imports = sections.flatMap((section) => section.imports);
  const declarations = sections.flatMap((section) => section.declarations);
  const diagnostics = limited(
    sections.flatMap((section) => section.findings),
    lateImports(file, imports, declarations[0]),
    sections.reduce((sum, section) => sum + section.omitted, 0),
  );
  const comments = sections.flatMap((section) => section.comments);
  const complete = diagnostics.length === 0;
  return { tree: { kind: "file", imports, declarations, comments, complete, span }, diagnostics };
}

/** Reads a section as if it were a file. */
export function readSection(section: Source): Section {
  const findings = new Findings(section.file);
  const { tokens, comments } = scan(section, findings);
  const { paired, faults } = pairBrackets(tokens);
  const mended = mendWords(paired, findings);
  const docs = new Docs(section, mended, comments);
  const { imports, declarations } = parser.read(section, mended, docs, findings);
  const begins = [...imports, ...declarations].map((part) => part.span.start);
  reportFaults(faults, { begins, troubles: parser.troubles }, findings);
  // Beside other mistakes a description may be stray only because what it describes was not read.
  if (findings.none) docs.report(findings);
  const { omitted } = findings;
  return { imports, declarations, comments, findings: findings.sorted(), omitted };
}

function lateImports(
  file: string,
  imports: readonly Import[],
  first: Declaration | undefined,
): readonly Diagnostic[] {
  if (!first) return [];
  return imports
    .filter(({ span }) => span.start > first.span.start)
    .map(({ span }) => diagnose(syntax.lateImport, inFile(file, span), {}));
}

/** All findings in the order of the text, up to the limit; the last says how many more there are. */
function limited(
  found: readonly Diagnostic[],
  late: readonly Diagnostic[],
  omitted: number,
): readonly Diagnostic[] {
  const all =
    late.length === 0
      ? found
      : [...found, ...late].toSorted((a, b) => a.primary.span.start - b.primary.span.start);
  const told = all.slice(0, limits.findings);
  const count = omitted + all.length - told.length;
  const last = told.at(-1);
  if (count === 0 || !last) return told;
  return [...told, diagnose(syntax.moreMistakes, last.primary.span, { count })];
}
