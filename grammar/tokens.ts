import { createToken, Lexer, type TokenType } from "chevrotain";
import {
  curlyQuote,
  foreignLetter,
  hidden,
  loneSurrogate,
  lookalike,
  oddSpace,
} from "./characters.js";

/*
 * The tokens of a `.gda` file, and the classes by which the parser chooses. Every text has tokens:
 * what is no token of the language has one of the types at the end, is reported by `scan`, and
 * reaches the parser as `Unreadable`.
 */

function category(name: string, ...categories: TokenType[]): TokenType {
  return createToken({ name, pattern: Lexer.NA, categories });
}

/** Everything but commas and brackets: what recovery may pass over one by one. */
export const Plain = category("Plain");
/** Words that cannot be names. `layers` is not among them: it is a key as well. */
export const Reserved = category("Reserved", Plain);
export const DeclarationWord = category("DeclarationWord", Reserved);
export const MemberWord = category("MemberWord", Reserved);
export const ItemWord = category("ItemWord", Reserved);
export const Unit = category("Unit", Reserved);
export const Numeric = category("Numeric", Plain);
export const Operator = category("Operator", Plain);
export const Additive = category("Additive", Operator);
export const Multiplicative = category("Multiplicative", Operator);
export const ChangeOperator = category("ChangeOperator", Operator);

export const Identifier = createToken({
  name: "Identifier",
  label: "a name",
  pattern: /[A-Za-z_]\w*/,
  categories: [Plain],
});

function word(text: string, ...categories: TokenType[]): TokenType {
  const name = text[0]?.toUpperCase() + text.slice(1);
  return createToken({
    name,
    label: `\`${text}\``,
    pattern: text,
    longer_alt: Identifier,
    categories,
  });
}

export const Import = word("import", DeclarationWord);
export const Const = word("const", DeclarationWord);
export const Family = word("family", DeclarationWord);
export const Model = word("model", DeclarationWord);
export const Growth = word("growth", DeclarationWord);
export const Target = word("target", DeclarationWord);
export const Stage = word("stage", MemberWord);
export const Assert = word("assert", MemberWord);
export const Param = word("param", ItemWord);
export const Group = word("group", ItemWord);
export const Lossy = word("lossy", ItemWord);
export const Layers = word("layers", Plain);
export const Extends = word("extends", Reserved);

export const units = ["tokens", "KiB", "MiB", "GiB", "dB", "plain", "rotary"] as const;
const unitWords = units.map((unit) => word(unit, Unit));

// Names that mean something where the grammar shows them.
export const From = word("from", Identifier);
export const As = word("as", Identifier);
export const At = word("at", Identifier);
export const In = word("in", Identifier);
export const After = word("after", Identifier);
export const Every = word("every", Identifier);
export const All = word("all", Identifier);

function literal(name: string, pattern: RegExp, of: TokenType): TokenType {
  return createToken({ name, pattern, categories: [of] });
}

const int = String.raw`\d(?:_?\d)*`;
// A number ends where no letter, no further part and no ratio's second half follows.
const end = String.raw`(?!\w|[.:]\d)`;
export const Ratio = literal("Ratio", new RegExp(`${int}:${int}${end}`), Plain);
export const Count = literal("Count", new RegExp(`${int}(?:\\.${int})?[MBT]${end}`), Numeric);
export const Float = literal(
  "Float",
  new RegExp(`${int}(?:\\.${int}(?:[eE][+-]?${int})?|[eE][+-]?${int})${end}`),
  Numeric,
);
export const Int = literal("Int", new RegExp(`${int}${end}`), Numeric);
export const Text = literal("Text", /"(?:[^"\\\r\n]|\\["\\])*"/, Plain);
/** Stands for text that was reported already; nothing around it is reported again. */
export const Unreadable = category("Unreadable", Plain);

function symbol(name: string, text: string, ...categories: TokenType[]): TokenType {
  return createToken({ name, label: `\`${text}\``, pattern: text, categories });
}

export const OpenBrace = symbol("OpenBrace", "{");
export const CloseBrace = symbol("CloseBrace", "}");
export const OpenBracket = symbol("OpenBracket", "[");
export const CloseBracket = symbol("CloseBracket", "]");
export const OpenParen = symbol("OpenParen", "(");
export const CloseParen = symbol("CloseParen", ")");
export const Comma = symbol("Comma", ",");
export const RangeBelow = symbol("RangeBelow", "..<", Operator);
export const RangeOn = symbol("RangeOn", "..", Operator);
export const Dot = symbol("Dot", ".", Operator);
export const Colon = symbol("Colon", ":", Operator);
export const Multiply = symbol("Multiply", "*=", ChangeOperator);
const Add = symbol("Add", "+=", ChangeOperator);
export const EqualsEquals = symbol("EqualsEquals", "==", Operator);
export const Equals = symbol("Equals", "=", Operator);
export const Plus = symbol("Plus", "+", Additive);
export const Minus = symbol("Minus", "-", Additive);
export const Star = symbol("Star", "*", Multiplicative);
export const Slash = symbol("Slash", "/", Multiplicative);

function skipped(name: string, pattern: string, group: string = Lexer.SKIPPED): TokenType {
  return createToken({ name, pattern: new RegExp(pattern), group, line_breaks: true });
}

const Blank = skipped("Blank", String.raw`[ \t\r\n]+`);
const LineComment = skipped("LineComment", String.raw`\/\/[^\r\n]*`, "comments");
const Hidden = skipped("Hidden", `[${hidden}]|${loneSurrogate}`);
export const OddSpace = skipped("OddSpace", `[${oddSpace}]+`, "mistakes");
const OtherComment = skipped(
  "OtherComment",
  String.raw`#[^\r\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)`,
  "mistakes",
);

function mistake(name: string, pattern: string): TokenType {
  return createToken({ name, pattern: new RegExp(pattern), line_breaks: false });
}

/** Everything that begins with a digit and is none of the numbers above. */
export const BadNumber = mistake("BadNumber", String.raw`\d(?:[eE][+-]|\w|[.:](?=\d))*`);
export const BadEscape = mistake("BadEscape", String.raw`"(?:[^"\\\r\n]|\\[^\r\n])*"`);
/** Ends before a brace, which is more likely the block's than the text's. */
export const OpenText = mistake("OpenText", String.raw`"(?:[^"\\\r\n{}]|\\[^\r\n])*\\?`);
export const OtherQuotes = mistake(
  "OtherQuotes",
  `['${curlyQuote}][^'"${curlyQuote}\\r\\n{}]*['"${curlyQuote}]`,
);
export const ForeignWord = mistake(
  "ForeignWord",
  `(?:[A-Za-z_]\\w*)?[${foreignLetter}][\\w${foreignLetter}]*`,
);
export const OtherChange = mistake("OtherChange", String.raw`[-\/%]=`);
export const Lookalike = mistake("Lookalike", `:=|[${lookalike}]`);
/** A run of characters that no other token begins with. */
export const UnknownCharacters = mistake(
  "UnknownCharacters",
  `(?:[!$%&'<>?@\\\\^\`|~]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]` +
    `|(?![${hidden}${oddSpace}${lookalike}${foreignLetter}])[\\u0080-\\uD7FF\\uE000-\\uFFFF])+`,
);

const categories = [Plain, Reserved, DeclarationWord, MemberWord, ItemWord, Unit, Numeric];
const operators = [Operator, Additive, Multiplicative, ChangeOperator];
const skippedTypes = [Blank, LineComment, Hidden, OddSpace, OtherComment];
const beginnings = [Import, Const, Family, Model, Growth, Target, Stage, Assert];
const itemWords = [Param, Group, Lossy, Layers, Extends, ...unitWords];
const softWords = [From, As, At, In, After, Every, All];
const numbers = [Ratio, Count, Float, Int, BadNumber];
const texts = [Text, BadEscape, OpenText, OtherQuotes];
const brackets = [OpenBrace, CloseBrace, OpenBracket, CloseBracket, OpenParen, CloseParen];
const dots = [RangeBelow, RangeOn, Dot];
const signs = [Comma, OtherChange, Lookalike, Colon, Multiply, Add, EqualsEquals, Equals];

/** All tokens. The lexer tries them from first to last: longer ones stand before their beginnings. */
export const vocabulary: TokenType[] = [
  ...categories,
  ...operators,
  Unreadable,
  ...skippedTypes,
  ForeignWord,
  ...beginnings,
  ...itemWords,
  ...softWords,
  Identifier,
  ...numbers,
  ...texts,
  ...brackets,
  ...dots,
  ...signs,
  Plus,
  Minus,
  Star,
  Slash,
  UnknownCharacters,
];

/** The text of a token that has only one. */
export function textOf({ PATTERN, name }: TokenType): string {
  return typeof PATTERN === "string" ? PATTERN : name;
}
