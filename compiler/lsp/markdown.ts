/** Text of the language in a block of its own. */
export function block(code: string): string {
  return `\`\`\`gda\n${code}\n\`\`\``;
}

/** Paragraphs, those that are not empty. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** A table; columns without any text in their rows are left out. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const used = header.map((_, column) => rows.some((row) => (row[column] ?? "") !== ""));
  const line = (cells: readonly string[]): string =>
    `| ${header.flatMap((_, i) => (used[i] ? [cell(cells[i] ?? "")] : [])).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Text that leads somewhere; parentheses would end the place. */
export function link(text: string, uri: string): string {
  return `[${text}](${uri.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

function cell(text: string): string {
  return text.trim().replaceAll("|", String.raw`\|`);
}
