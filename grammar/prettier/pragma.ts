/** Whether the comments that a text begins with ask for being formatted, by `// @format`. */
export function hasPragma(text: string): boolean {
  return firstComments(text).some((comment) => /^@(?:format|prettier)$/.test(comment));
}

/** Whether they ask for being left alone, by `// @noformat`. */
export function hasNoFormatPragma(text: string): boolean {
  return firstComments(text).some((comment) => /^@no(?:format|prettier)$/.test(comment));
}

export function insertPragma(text: string): string {
  return `// @format\n\n${text}`;
}

function firstComments(text: string): string[] {
  const comments: string[] = [];
  for (const line of text.split("\n")) {
    const found = /^\/\/+(.*)$/.exec(line.trim())?.[1];
    if (found !== undefined) comments.push(found.trim());
    else if (line.trim() !== "") break;
  }
  return comments;
}
