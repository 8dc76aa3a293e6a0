/**
 * The names that a mistyped `word` probably means, nearest first and at most `limit`. A name is near
 * within `floor(0.4 * length) + 1` edits; two swapped letters are one edit, and so is a change of case.
 */
export function suggest(word: string, names: Iterable<string>, limit = 3): string[] {
  const most = Math.floor(word.length * 0.4) + 1;
  const near: { name: string; edits: number }[] = [];
  for (const name of new Set(names)) {
    // The difference in length is a lower bound, which keeps long words cheap.
    if (name === word || Math.abs(name.length - word.length) > most) continue;
    const edits = distance(word, name);
    if (edits <= most) near.push({ name, edits });
  }
  near.sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1));
  return near.slice(0, limit).map(({ name }) => name);
}

/** The word of the language that a mistyped one certainly means: near, and with the same first letter. */
export function meantWord(word: string, words: Iterable<string>): string | undefined {
  const first = word.charAt(0).toLowerCase();
  const alike = Array.from(words).filter((known) => known.startsWith(first));
  return suggest(word, alike, 1)[0];
}

/** `; did you mean \`a\` or \`b\`?` to end a message with, or nothing without names. */
export function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? "" : `; did you mean ${listNames(names, "or")}?`;
}

/** `\`a\`, \`b\` or \`c\``. */
export function listNames(names: readonly string[], joint: "and" | "or"): string {
  return listed(
    names.map((name) => `\`${name}\``),
    joint,
  );
}

/** "a, b and c". */
export function listed(items: readonly string[], joint: "and" | "or"): string {
  const last = items.at(-1) ?? "";
  const others = items.slice(0, -1);
  return others.length === 0 ? last : `${others.join(", ")} ${joint} ${last}`;
}

function distance(word: string, name: string): number {
  const a = word.toLowerCase();
  const b = name.toLowerCase();
  if (a === b) return 1;
  let twoBack: number[] = [];
  let back = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const here = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      here[column] = Math.min(
        (back[column] ?? Infinity) + 1,
        (here[column - 1] ?? Infinity) + 1,
        (back[column - 1] ?? Infinity) + (same ? 0 : 1),
        swapped ? (twoBack[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    twoBack = back;
    back = here;
  }
  return back[b.length] ?? Infinity;
}

/** The names that a message asks about by `didYouMean`. */
export function meantBy(message: string): readonly string[] {
  const [, names = ""] = /did you mean (.*)\?$/.exec(message) ?? [];
  return Array.from(names.matchAll(/`([^`]+)`/g), ([, name = ""]) => name);
}
