/** The widest line of a report. */
export const width = 100;

export type Align = "left" | "right";

/**
 * Rows of cells as lines, two spaces between columns and two before the first. A row may have fewer
 * cells than there are columns; the last column is as wide as it likes.
 */
export function table(
  rows: readonly (readonly string[])[],
  aligns: readonly Align[],
): readonly string[] {
  const widths = aligns.map((_, column) =>
    Math.max(0, ...rows.map((row) => (row.length > 1 ? (row[column]?.length ?? 0) : 0))),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const size = widths[column] ?? 0;
      return aligns[column] === "right" ? cell.padStart(size) : cell.padEnd(size);
    });
    return `  ${cells.join("  ")}`.trimEnd();
  });
}

/** Words in lines of at most `room` columns, but for a word that is longer. */
export function wrap(words: readonly string[], room: number, separator = " "): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line}${separator}${word}`;
    if (line !== "" && longer.length > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((text) => text.trimEnd());
}
