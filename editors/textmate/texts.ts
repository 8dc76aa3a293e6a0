import { markdownFence, textmate, type Grammar } from "./grammar.js";

/** The grammars that are kept in the repository, by file. */
export const texts: ReadonlyMap<string, string> = new Map([
  ["editors/vscode/syntaxes/gda.tmLanguage.json", textOf(textmate())],
  ["editors/vscode/syntaxes/gda.markdown.tmLanguage.json", textOf(markdownFence())],
]);

function textOf(grammar: Grammar): string {
  return `${JSON.stringify(grammar, undefined, 2)}\n`;
}
