import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import { visible } from "./drawn.js";
import { lineIndexes } from "./lines.js";
import { inOrder } from "./order.js";
import { renderPretty } from "./pretty.js";
import { table } from "./table.js";

/**
 * Findings as a JUnit report, for the test views of CI servers: a suite for each file, a test case
 * for each finding in it, and one that passes for a file without any. Warnings pass, with their
 * text as output, since JUnit knows nothing between passed and failed.
 */
export function renderJunit(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, Source>,
  files: readonly string[],
): string {
  const ordered = inOrder(diagnostics);
  const indexOf = lineIndexes(sources);
  const named = [...new Set([...files, ...ordered.map(({ primary }) => primary.span.file)])];
  const suites = named.toSorted().map((file) => {
    const own = ordered.filter(({ primary }) => primary.span.file === file);
    const cases = own.map((finding) => {
      const { code, severity, message, primary } = finding;
      const place = indexOf(file)?.position(primary.span.start);
      const at = place ? `:${place.line}:${place.column}` : "";
      const name = [code, table.get(code)?.slug].filter((part) => part !== undefined).join(" ");
      const attributes = `name=${quoted(name)} classname=${quoted(`${file}${at}`)}`;
      const text = escaped(detail(finding, sources));
      return severity === "error"
        ? `    <testcase ${attributes}>\n      <failure type="error" message=${quoted(message)}>${text}</failure>\n    </testcase>\n`
        : `    <testcase ${attributes}>\n      <system-out>${text}</system-out>\n    </testcase>\n`;
    });
    if (own.length === 0) cases.push(`    <testcase name="check" classname=${quoted(file)}/>\n`);
    return `  <testsuite name=${quoted(file)} ${counts(own, cases.length)}>\n${cases.join("")}  </testsuite>\n`;
  });
  const total = Math.max(ordered.length, 0) + named.length - new Set(ordered.map(fileOf)).size;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gda" ${counts(ordered, total)}>\n${suites.join("")}</testsuites>\n`;
}

function fileOf({ primary }: Diagnostic): string {
  return primary.span.file;
}

function counts(findings: readonly Diagnostic[], tests: number): string {
  const failures = findings.filter(({ severity }) => severity === "error").length;
  return `tests="${tests}" failures="${failures}"`;
}

/** The finding as people read it, without the closing count. */
function detail(finding: Diagnostic, sources: ReadonlyMap<string, Source>): string {
  return renderPretty([finding], sources).split("\n").slice(0, -3).join("\n");
}

function quoted(text: string): string {
  return `"${escaped(visible(text))}"`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
