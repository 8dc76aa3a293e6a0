/** One rule of a TextMate grammar. Regular expressions are Oniguruma's. */
export type Rule = Match | Region | Lines | Include | Patterns;

interface Match {
  readonly match: string;
  readonly name?: string;
  readonly captures?: Captures;
}

/** What stands between two places. Every region of ours ends with its line at the latest. */
interface Region {
  readonly name?: string;
  readonly begin: string;
  readonly beginCaptures?: Captures;
  readonly end: string;
  readonly endCaptures?: Captures;
  readonly patterns: readonly Rule[];
}

/** What begins on a line and goes on as long as the lines below match. */
interface Lines {
  readonly begin: string;
  readonly while: string;
  readonly contentName: string;
  readonly patterns: readonly Rule[];
}

interface Include {
  readonly include: string;
}

interface Patterns {
  readonly patterns: readonly Rule[];
}

export type Captures = Readonly<Record<string, { readonly name: string } | Patterns>>;

/** Names for the groups of an expression, in order; `undefined` leaves one as it is. */
export function captures(...names: readonly (string | undefined | Patterns)[]): Captures {
  const named = names.flatMap((name, index) => {
    if (name === undefined) return [];
    return [[index + 1, typeof name === "string" ? { name: scope(name) } : name] as const];
  });
  return Object.fromEntries(named);
}

/** A match that is one thing. */
export function match(pattern: string, name: string): Rule {
  return { match: pattern, name: scope(name) };
}

export function scope(name: string): string {
  return `${name}.gda`;
}

/** A name of the language. */
export const NAME = "[A-Za-z_][A-Za-z0-9_]*";

/** One of several words, whole; longer ones first, so that none hides another. */
export function anyOf(words: Iterable<string>): string {
  return `\\b(?:${[...words].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).join("|")})\\b`;
}

/** A pattern of the lexer for Oniguruma, where `\w` and `\d` go beyond ASCII. */
export function fromLexer(pattern: RegExp): string {
  return pattern.source
    .replaceAll(String.raw`\w`, "[A-Za-z0-9_]")
    .replaceAll(String.raw`\d`, "[0-9]");
}
