import type { IToken, TokenType } from "chevrotain";
import { type Position, type SemanticTokens, SemanticTokensBuilder } from "vscode-languageserver";
import type { Span } from "../../../grammar/span.js";
import { spanOf } from "../../../grammar/token.js";
import * as t from "../../../grammar/tokens.js";
import type { View } from "../document.js";
import type { Mention } from "../names/mention.js";
import { mentionsOf } from "../names/mentions.js";

/**
 * What the numbers of the answer stand for, of the protocol's standard types and modifiers:
 * `type`, families, models, growths, stages and targets, and the type of a param; `class`, classes
 * of groups; `property`, facts, wherever they are stated or used; `enumMember`, words of facts;
 * `parameter`, params and the names of arguments; `variable`, constants and `layer`; `function`;
 * `number`, ratios too; `keyword`, units and `derive` too; `string`, `operator`, `comment`.
 * Brackets, commas, colons and dots have none, nor have names of which nothing is known.
 * `declaration`: where it is named; `readonly`: constants; `defaultLibrary`: what the language
 * brings, functions, `layer` and types of params; `documentation`: `///`.
 */
export const legend = {
  tokenTypes: [
    "type",
    "class",
    "property",
    "enumMember",
    "parameter",
    "variable",
    "function",
    "number",
    "keyword",
    "string",
    "operator",
    "comment",
  ],
  tokenModifiers: ["declaration", "readonly", "defaultLibrary", "documentation"],
} as const;

type Type = (typeof legend.tokenTypes)[number];
type Modifier = (typeof legend.tokenModifiers)[number];

/** A piece of text with its colour. */
export interface Coloured {
  readonly span: Span;
  readonly start: Position;
  readonly type: Type;
  readonly modifiers: readonly Modifier[];
}

/** The colours of a text, or of what of it touches a span, as the protocol encodes them. */
export function semanticTokens(view: View, within?: Span): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { span, start, type, modifiers } of colours(view)) {
    if (within && (span.end < within.start || within.end < span.start)) continue;
    const bits = modifiers.reduce((sum, each) => sum + 2 ** legend.tokenModifiers.indexOf(each), 0);
    const length = span.end - span.start;
    builder.push(start.line, start.character, length, legend.tokenTypes.indexOf(type), bits);
  }
  return builder.build();
}

/** Every piece of a text that has a colour, in its order. */
export function colours(view: View): readonly Coloured[] {
  const { tokens } = view;
  const mentions = mentionsOf(view.module);
  const mark = view.rangeOf({ start: 0, end: 0 }).start.character;
  const found = commentsOf(view);
  let next = 0;
  for (const [index, token] of tokens.entries()) {
    const span = spanOf(token);
    while ((mentions[next]?.name.span.start ?? Infinity) < span.start) next += 1;
    const mention = mentions[next];
    const isNamed = mention?.name.span.start === span.start;
    const meant = isNamed ? colourOf(mention) : plain(token, tokens[index + 1]);
    if (!meant) continue;
    // The lexer has counted lines and columns, from 1 and without the byte order mark.
    const { startLine = 1, startColumn = 1 } = token;
    const character = startColumn - 1 + (startLine === 1 ? mark : 0);
    const start = { line: startLine - 1, character };
    found.push({ span, start, type: meant.type, modifiers: meant.modifiers ?? none });
  }
  return found.toSorted((a, b) => a.span.start - b.span.start);
}

const none: readonly Modifier[] = [];

function commentsOf(view: View): Coloured[] {
  return view.parsed.tree.comments.map(({ kind, span }) => {
    const { start } = view.rangeOf(span);
    return { span, start, type: "comment", modifiers: kind === "doc" ? ["documentation"] : none };
  });
}

type Meant = { readonly type: Type; readonly modifiers?: readonly Modifier[] } | undefined;

function colourOf({ meaning, role }: Mention): Meant {
  const modifiers: readonly Modifier[] = role === "declares" ? ["declaration"] : [];
  switch (meaning.is) {
    case "declaration":
      return meaning.declared.declaration.kind === "const"
        ? { type: "variable", modifiers: [...modifiers, "readonly"] }
        : { type: "type", modifiers };
    case "stage":
      return { type: "type", modifiers };
    case "class":
      return { type: "class", modifiers };
    case "param":
      return { type: "parameter", modifiers };
    case "fact":
      return { type: "property" };
    case "argument":
      return { type: "parameter" };
    case "word":
      return { type: "enumMember" };
    case "function":
      return { type: "function", modifiers: ["defaultLibrary"] };
    case "layer":
      return { type: "variable", modifiers: ["readonly", "defaultLibrary"] };
    case "type":
      return { type: "type", modifiers: ["defaultLibrary"] };
    case "derive":
      return { type: "keyword" };
    case "unknown":
      return undefined;
  }
}

/** What a token is that is no name; before a colon, words of the grammar are keys. */
function plain({ tokenType }: IToken, next: IToken | undefined): Meant {
  if (next?.tokenType === t.Colon && softWords.includes(tokenType)) return undefined;
  return typeMeanings.get(tokenType);
}

/** Words that mean something only where the grammar shows them. */
const softWords = [t.From, t.As, t.At, t.In, t.After, t.Every, t.All];

const typeMeanings = new Map(t.vocabulary.map((type) => [type, meaningOfType(type)]));

function meaningOfType(type: TokenType): Meant {
  const is = (...types: readonly TokenType[]): boolean =>
    types.some((each) => each === type || type.CATEGORIES?.includes(each) === true);
  const isKeyword = is(t.Reserved, t.DeclarationWord, t.MemberWord, t.ItemWord, t.Unit, t.Layers);
  if (isKeyword || is(...softWords)) return { type: "keyword" };
  if (is(t.Numeric, t.Ratio)) return { type: "number" };
  if (is(t.Text)) return { type: "string" };
  const isOperator = is(t.Operator, t.Additive, t.Multiplicative, t.ChangeOperator);
  return isOperator && !is(t.Dot, t.Colon) ? { type: "operator" } : undefined;
}
