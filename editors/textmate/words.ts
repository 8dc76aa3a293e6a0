import type { TokenType } from "chevrotain";
import { facts } from "../../compiler/facts/table.js";
import type { FactType, Members, Words } from "../../compiler/facts/type.js";
import { functions } from "../../compiler/types/functions.js";
import { DeclarationWord, MemberWord, textOf, vocabulary } from "../../grammar/tokens.js";

/*
 * The words that the grammar for editors colours, out of the compiler's own tables: a new token, fact
 * or word of a fact is coloured as soon as the grammar is written anew.
 */

/** The words of a class of tokens. */
function wordsOf(category: TokenType): readonly string[] {
  return vocabulary.filter(({ CATEGORIES }) => CATEGORIES?.includes(category)).map(textOf);
}

/** What begins something at the outer level or in a growth. */
export const beginnings = [...wordsOf(DeclarationWord), ...wordsOf(MemberWord)];

export const functionNames = Object.keys(functions);

interface Names {
  /** What stands before a colon or a brace in a block. */
  readonly facts: ReadonlySet<string>;
  /** The words of all facts. */
  readonly words: ReadonlySet<string>;
  /** By fact or argument: those of its words that are names of facts or arguments as well. */
  readonly ambiguous: ReadonlyMap<string, readonly string[]>;
}

export const names: Names = collect();

function collect(): Names {
  const stated = new Set(Object.values(facts).flatMap((members) => Object.keys(members)));
  const passed = new Set<string>();
  const words = new Map<string, Set<string>>();
  const visit = (members: Members): void => {
    for (const [name, { type }] of Object.entries(members)) {
      const kinds = kindsOf(type);
      const known = words.get(name) ?? new Set();
      words.set(name, known);
      for (const [word, { takes }] of Object.entries(kinds)) {
        known.add(word);
        for (const argument of Object.keys(takes)) passed.add(argument);
        visit(takes);
      }
    }
  };
  for (const members of Object.values(facts)) visit(members);
  const isName = (word: string) => stated.has(word) || passed.has(word);
  const ambiguous = [...words].map(([name, own]) => [name, [...own].filter(isName)] as const);
  return {
    facts: stated,
    words: new Set([...words.values()].flatMap((own) => [...own])),
    ambiguous: new Map(ambiguous.filter(([, own]) => own.length > 0)),
  };
}

function kindsOf(type: FactType): Words {
  return type.type === "kind" || type.type === "list" ? type.words : {};
}
