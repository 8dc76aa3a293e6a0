import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar } from "vscode-textmate";
import type { Grammar } from "./grammar.js";

/** A piece of a line with its scopes, the innermost last. */
export interface ScopedToken {
  readonly start: number;
  readonly end: number;
  readonly scopes: readonly string[];
}

export interface TokenizedLine {
  readonly text: string;
  readonly tokens: readonly ScopedToken[];
  /** Whether a region is open at its end, and would colour the next line. */
  readonly open: boolean;
}

/** Splits a text as VS Code does for colours, line by line. */
export type Tokenizer = (text: string) => readonly TokenizedLine[];

/** VS Code's own engine with a grammar, and those that it includes. */
export async function tokenizer(main: Grammar, ...included: Grammar[]): Promise<Tokenizer> {
  const grammars = new Map([main, ...included].map((each) => [each.scopeName, each]));
  const wasm = fileURLToPath(import.meta.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM({ data: await readFile(wasm) });
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: (scope) => {
      const text = JSON.stringify(grammars.get(scope) ?? null);
      return Promise.resolve(textmate.parseRawGrammar(text, `${scope}.json`));
    },
  });
  const grammar = await registry.loadGrammar(main.scopeName);
  if (grammar === null) throw new Error(`There is no grammar ${main.scopeName}.`);
  return (text) => tokenize(grammar, text);
}

function tokenize(grammar: IGrammar, text: string): readonly TokenizedLine[] {
  let state = textmate.INITIAL;
  return text.split(/\r\n|\r|\n/).map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return {
      text: line,
      tokens: tokens.map(({ startIndex, endIndex, scopes }) => {
        return { start: startIndex, end: Math.min(endIndex, line.length), scopes };
      }),
      open: ruleStack.depth > 1,
    };
  });
}
