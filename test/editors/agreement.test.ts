import { expect, test } from "vitest";
import { colours } from "../../compiler/lsp/features/semantic-tokens.js";
import { textmate } from "../../editors/textmate/grammar.js";
import { tokenizer } from "../../editors/textmate/tokenizer.js";
import { examples } from "../grammar/examples.js";
import { workspaceOf } from "../lsp/marked.js";

/*
 * VS Code colours by the grammar at once, and by the server's tokens when they arrive: where both
 * colour a piece of text they must take it for the same kind of thing, or colours jump.
 */

const tokenize = await tokenizer(textmate());
const workspace = workspaceOf(Object.fromEntries(examples));

/** What the scopes of the grammar stand for, as the server's legend names it. */
const kinds: readonly (readonly [scope: string, kind: string])[] = [
  ["comment", "comment"],
  ["string", "string"],
  ["constant.numeric", "number"],
  ["keyword.operator", "operator"],
  ["keyword.other", "keyword"],
  ["entity.name.type.class", "class"],
  ["entity.name.type", "type"],
  ["support.type", "type"],
  ["support.function", "function"],
  ["support.constant", "variable"],
  ["variable.other.property", "property"],
  ["variable.other.enummember", "enumMember"],
  ["variable.parameter", "parameter"],
  ["variable.other.constant", "variable"],
];

interface Piece {
  readonly text: string;
  readonly line: number;
  readonly start: number;
  readonly kind: string | undefined;
}

function byGrammar(text: string): readonly Piece[] {
  return tokenize(text).flatMap(({ text: line, tokens }, index) =>
    tokens.flatMap(({ start, end, scopes }) => {
      const piece = line.slice(start, end);
      const own = scopes.find((scope) => scope !== "source.gda");
      if (own === undefined || piece.trim() === "" || own.startsWith("punctuation")) return [];
      const kind = kinds.find(([scope]) => own.startsWith(`${scope}.`))?.[1];
      const blanks = piece.length - piece.trimStart().length;
      return [{ text: piece.trim(), line: index, start: start + blanks, kind }];
    }),
  );
}

function placeOf({ text, line, start }: Piece): string {
  return `${line}:${start} ${text}`;
}

function byServer(file: string): readonly Piece[] {
  const view = workspace.view(file);
  if (!view) throw new Error(`${file} is not there`);
  return colours(view).map(({ span, type }) => {
    const { line, character } = view.rangeOf(span).start;
    const text = view.source.text.slice(span.start, span.end);
    return { text, line, start: character, kind: type };
  });
}

/**
 * What the grammar cannot know: whether a lone name is a constant or a parameter, and on which line
 * the parenthesis of an argument stands.
 */
function allowed(grammar: string | undefined, server: string | undefined, open: boolean): boolean {
  if (grammar === undefined) return server === "variable" || server === "parameter";
  return grammar === server || (open && grammar === "property" && server === "parameter");
}

test.each(examples)("%s: grammar and server see the same kinds", (file, text) => {
  const lines = text.split("\n");
  const server = byServer(file);
  expect(byGrammar(text).map(placeOf)).toEqual(server.map(placeOf));
  for (const [index, { text: piece, line, start, kind }] of byGrammar(text).entries()) {
    const open = !lines[line]?.slice(0, start).includes("(");
    const meant = server[index]?.kind;
    expect([file, line, piece, kind, meant, allowed(kind, meant, open)]).toContain(true);
  }
});
