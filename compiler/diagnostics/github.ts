import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import { visible } from "./drawn.js";
import { lineIndexes } from "./lines.js";
import { inOrder } from "./order.js";
import { renderShort } from "./short.js";
import { summary } from "./summary.js";
import { table } from "./table.js";
import { wholeMessage } from "./whole-message.js";

/** GitHub shows so many errors, and as many warnings, of one step; the rest it drops without a word. */
const MOST = 10;

/**
 * Findings as workflow commands of GitHub Actions, which become annotations: errors first, and what
 * would be dropped as plain lines in the log. The last line counts all.
 */
export function renderGithub(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, Source>,
): string {
  const ordered = inOrder(diagnostics);
  if (ordered.length === 0) return "";
  const bySeverity = [
    ordered.filter(({ severity }) => severity === "error"),
    ordered.filter(({ severity }) => severity === "warning"),
  ];
  const shown = bySeverity.flatMap((alike) => alike.slice(0, MOST));
  const others = bySeverity.flatMap((alike) => alike.slice(MOST));
  const command = commands(sources);
  const dropped =
    others.length === 0
      ? ""
      : `${renderShort(others, sources)}${others.length} of these have no annotation: GitHub shows ${MOST} errors and ${MOST} warnings a step.\n`;
  return `${shown.map(command).join("")}${dropped}${summary(ordered)}\n`;
}

/** Columns are left out where a finding ends in another line: GitHub refuses them there. */
function commands(sources: ReadonlyMap<string, Source>): (finding: Diagnostic) => string {
  const indexOf = lineIndexes(sources);
  return (finding) => {
    const { code, severity, primary } = finding;
    const { file, start, end } = primary.span;
    const index = indexOf(file);
    const [from, to] = [index?.position(start), index?.position(end)];
    const isOneLine = from?.line === to?.line;
    const slug = table.get(code)?.slug;
    const properties: Readonly<Record<string, string | number | undefined>> = {
      file,
      line: from?.line,
      endLine: to?.line,
      col: isOneLine ? from?.column : undefined,
      endColumn: isOneLine ? to?.column : undefined,
      title: slug === undefined ? code : `${code} ${slug}`,
    };
    const list = Object.entries(properties).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${property(String(value))}`],
    );
    const text = wholeMessage(finding).split("\n").map(visible).join("\n");
    return `::${severity} ${list.join(",")}::${data(text)}\n`;
  };
}

/** The escapes of `@actions/core`. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
