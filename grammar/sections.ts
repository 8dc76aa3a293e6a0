/*
 * A file falls into sections, one a top-level declaration, which are read one by one: a mistake
 * never reaches beyond its section, and an editor reads anew only those whose text has changed.
 * A declaration is seen by its word at the very beginning of a line, with a name (of an import, a
 * brace) behind it; no block can go on past it, however many brackets are missing.
 */

const beginning =
  /(?:^|[\r\n])(?:(?:const|family|model|growth|target)[ \t]+[A-Za-z_]|import[ \t]*\{)/g;

/** A `/*` that is in no comment of the language: what follows may be no text of the language at all. */
const otherComment = /(?:^|[\r\n])(?:(?!\/\/)[^\r\n])*?\/\*/;

/** The offsets at which the sections of a text begin; the first is 0. Each begins a line. */
export function sectionsOf(text: string): readonly number[] {
  const starts = [0];
  if (text.includes("/*") && otherComment.test(text)) return starts;
  for (const { index, 0: found } of text.matchAll(beginning)) {
    const line = /^[\r\n]/.test(found) ? index + 1 : index;
    const start = withComments(text, line);
    if (start > (starts.at(-1) ?? 0)) starts.push(start);
  }
  return starts;
}

/** A line's start, or that of the blank lines and comments before it, which belong to what follows. */
function withComments(text: string, line: number): number {
  let start = line;
  while (start > 0) {
    const end = start - (text.startsWith("\r\n", start - 2) ? 2 : 1);
    const before = startOfLine(text, end);
    if (!/^[ \t]*(?:\/\/|$)/.test(text.slice(before, end))) return start;
    start = before;
  }
  return start;
}

/** Character by character: a search for a line break that is nowhere would go through the file. */
function startOfLine(text: string, end: number): number {
  let start = end;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start -= 1;
  return start;
}
