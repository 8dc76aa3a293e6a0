import { adapters, markdown, reasons, tables, terms } from "./table.mjs";

/**
 * All of a run as Markdown.
 * @param {import("./types.js").Results} results
 */
export function page(results) {
  const { date, adapter, processor, command, peaks, cells, targets } = results;
  const head = [
    `## ${date}, ${adapter} ${processor}`,
    `\`${command}\`. Peaks: ${peaks.gflops.toFixed(1)} GFLOP/s of multiply-adds, ${peaks.gigabytesPerSecond.toFixed(1)} GB/s read, the best of these loops:`,
    Object.entries(peaks.loops)
      .map(([loop, value]) => `- ${loop}: ${value.toFixed(1)}`)
      .join("\n"),
  ];
  const compared = [
    tables(results),
    reasons(results),
    `On which adapter each engine ran, by what it says and by the driver loaded in its process:\n\n${adapters(results)}`,
    terms(results),
  ];
  const held = markdown([
    ["what", "target", "measured", "met", "how"],
    ...targets.map(({ what, target, measured, met, detail }) => {
      const word = met === undefined ? "-" : met ? "yes" : "**no**";
      return [what, target, measured, word, detail];
    }),
  ]);
  return [
    ...head,
    ...(cells.length > 0 ? compared : []),
    ...(targets.length > 0 ? [held] : []),
  ].join("\n\n");
}
