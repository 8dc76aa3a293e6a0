/** A value as a file says it: its text, or a word with the texts of all its arguments. */
export type Said = string | Word;

export interface Word {
  readonly word: string;
  readonly args: Readonly<Record<string, string>>;
}

/** Arguments that a file leaves out, because the language has them so. */
const defaults: Readonly<Record<string, string>> = { scaling: "none", times: "1" };

export function textOf(said: Said): string {
  if (typeof said === "string") return said;
  const args = Object.entries(said.args).filter(([name, text]) => defaults[name] !== text);
  return args.length === 0 ? said.word : `${said.word}(${pairs(args)})`;
}

/**
 * The statement that makes a fact so: the whole value, or the members that change where there is a
 * `base` of the same word to amend.
 */
export function statement(name: string, said: Said, base?: Said): string {
  if (typeof said === "object" && typeof base === "object" && said.word === base.word) {
    const all = Object.entries(said.args);
    const changed = all.filter(([arg, text]) => (base.args[arg] ?? defaults[arg]) !== text);
    if (changed.length < all.length) return `${name} { ${pairs(changed)} }`;
  }
  return `${name}: ${textOf(said)}`;
}

function pairs(args: readonly (readonly [string, string])[]): string {
  return args.map(([name, text]) => `${name}: ${text}`).join(", ");
}
