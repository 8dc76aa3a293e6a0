import { pairBrackets, reportFaults } from "./brackets.js";
import type { Diagnostic } from "./diagnostic.js";
import { Docs } from "./docs.js";
import { Findings } from "./findings.js";
import { limits } from "./limits.js";
import { Parser } from "./parser.js";
import { scan } from "./scan.js";
import type { Source } from "./span.js";
import { syntax } from "./syntax.js";
import type { SourceFile } from "./tree.js";
import { mendWords } from "./words.js";

const parser = new Parser();

/** What a text says, and what is wrong with how it says it. */
export interface Parsed {
  readonly tree: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a file. Any text has a tree, with every node that the text holds whole; each mistake is
 * reported once, and what depends on it is absent from the tree.
 */
export function parse(source: Source): Parsed {
  const findings = new Findings(source.file);
  const span = { start: 0, end: source.text.length };
  if (span.end > limits.characters) {
    const size = { characters: span.end, limit: limits.characters };
    findings.add(syntax.fileTooLarge, { start: 0, end: 0 }, size);
    const tree = { kind: "file", imports: [], declarations: [], comments: [], span } as const;
    return { tree: { ...tree, complete: false }, diagnostics: findings.sorted() };
  }

  const { tokens, comments } = scan(source, findings);
  const { paired, faults } = pairBrackets(tokens);
  const mended = mendWords(paired, findings);
  const docs = new Docs(source, mended, comments);
  const parts = parser.read(source, mended, docs, findings);
  const begins = [...parts.imports, ...parts.declarations].map((part) => part.span.start);
  reportFaults(faults, { begins, troubles: parser.troubles }, findings);
  // Beside other mistakes a description may be stray only because what it describes was not read.
  if (findings.none) docs.report(findings);
  return {
    tree: { kind: "file", ...parts, comments, span, complete: findings.none },
    diagnostics: findings.sorted(),
  };
}
