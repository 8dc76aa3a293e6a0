import { createHash } from "node:crypto";
import type { Log, PhysicalLocation, Region, ReportingDescriptor, Result } from "sarif";
import type { Diagnostic, Fix } from "../../grammar/diagnostic.js";
import type { Source, SourceSpan } from "../../grammar/span.js";
import { version } from "../version.js";
import { lineIndexes } from "./lines.js";
import { inOrder } from "./order.js";
import { table } from "./table.js";
import { uriOf } from "./uri.js";
import { wholeMessage } from "./whole-message.js";

/**
 * Findings as SARIF 2.1.0 (OASIS), none left out: what code scanning reads. Lines and columns count
 * from 1 in UTF-16 code units, ends are exclusive. `pageOf` gives the page of a code, in Markdown.
 */
export function renderSarif(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, Source>,
  pageOf: (code: string) => string | undefined,
): string {
  const ordered = inOrder(diagnostics);
  const codes = [...new Set(ordered.map(({ code }) => code))].toSorted();
  const writer = new Writer(sources, codes);
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "gda",
            semanticVersion: version,
            rules: codes.map((code) => descriptor(code, pageOf(code))),
          },
        },
        columnKind: "utf16CodeUnits",
        results: ordered.map((diagnostic) => writer.result(diagnostic)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** A code with its page; what the page says before its first heading sums it up. */
function descriptor(code: string, page: string | undefined): ReportingDescriptor {
  const { slug = code, severity = "error" } = table.get(code) ?? {};
  const [, first] = /^# .*\n+([^#]*?)\n*(?=^##|(?![^]))/m.exec(page ?? "") ?? [];
  const text = first === undefined || first === "" ? slug : first.replaceAll("\n", " ");
  return {
    id: code,
    name: slug,
    shortDescription: { text },
    ...(page === undefined ? {} : { help: { text: page, markdown: page } }),
    defaultConfiguration: { level: severity },
  };
}

class Writer {
  readonly #codes: readonly string[];
  readonly #indexOf: ReturnType<typeof lineIndexes>;
  readonly #fingerprints = new Map<string, number>();

  constructor(sources: ReadonlyMap<string, Source>, codes: readonly string[]) {
    this.#codes = codes;
    this.#indexOf = lineIndexes(sources);
  }

  result(diagnostic: Diagnostic): Result {
    const { code, severity, primary, secondary, fixes } = diagnostic;
    return {
      ruleId: code,
      ruleIndex: this.#codes.indexOf(code),
      level: severity,
      message: { text: wholeMessage(diagnostic) },
      locations: [{ physicalLocation: this.#place(primary.span) }],
      ...(secondary.length === 0
        ? {}
        : {
            relatedLocations: secondary.map(({ span, text }, id) => ({
              id,
              physicalLocation: this.#place(span),
              ...(text === undefined ? {} : { message: { text } }),
            })),
          }),
      ...(fixes.length === 0 ? {} : { fixes: fixes.map((fix) => this.#fix(fix)) }),
      partialFingerprints: { "gda/v1": this.#fingerprint(diagnostic) },
    };
  }

  #place({ file, start, end }: SourceSpan): PhysicalLocation {
    const uri = uriOf(file);
    const isRelative = !/^[a-z]+:/i.test(uri);
    const artifactLocation = isRelative ? { uri, uriBaseId: "%SRCROOT%" } : { uri };
    const region = this.#region({ file, start, end });
    return region ? { artifactLocation, region } : { artifactLocation };
  }

  #region({ file, start, end }: SourceSpan): Region | undefined {
    const index = this.#indexOf(file);
    if (!index) return undefined;
    const [from, to] = [index.position(start), index.position(end)];
    return {
      startLine: from.line,
      startColumn: from.column,
      endLine: to.line,
      endColumn: to.column,
    };
  }

  #fix({ title, edits }: Fix): NonNullable<Result["fixes"]>[number] {
    const files = [...new Set(edits.map(({ span }) => span.file))];
    return {
      description: { text: title },
      artifactChanges: files.map((file) => ({
        artifactLocation: this.#place({ file, start: 0, end: 0 }).artifactLocation ?? {},
        replacements: edits
          .filter(({ span }) => span.file === file)
          .map(({ span, text }) => ({
            deletedRegion: this.#region(span) ?? { startLine: 1 },
            insertedContent: { text },
          })),
      })),
    };
  }

  /**
   * Stays when lines above come and go: the code, the text of the line, and how many alike stand
   * above it in the file.
   */
  #fingerprint({ code, primary: { span } }: Diagnostic): string {
    const index = this.#indexOf(span.file);
    const line = index?.line(index.position(span.start).line).text.trim() ?? "";
    const key = JSON.stringify([code, span.file, line]);
    const above = this.#fingerprints.get(key) ?? 0;
    this.#fingerprints.set(key, above + 1);
    const hash = createHash("sha256").update(JSON.stringify([code, line]));
    return `${hash.digest("hex").slice(0, 32)}:${above}`;
  }
}
