import * as t from "../../grammar/tokens.js";
import { anyOf, captures, fromLexer, match, NAME, scope, type Rule } from "./rule.js";
import { beginnings, functionNames, names } from "./words.js";

const colon = "punctuation.separator.key-value";
const property = "variable.other.property";
const parameter = "variable.parameter";
const enumMember = "variable.other.enummember";

/** A name with its colon. */
const key = (name: string) => `\\b(${name})\\b\\s*(:)`;

/** `cache: heads`: a word that is a fact's name as well, where only the word can be meant. */
const ambiguous: Rule[] = [...names.ambiguous].map(([name, words]) => ({
  match: `${key(name)}\\s*(${anyOf(words)})(?!\\s*[.*/+-])`,
  captures: captures(names.facts.has(name) ? property : parameter, colon, enumMember),
}));

const numbers: Rule[] = [
  match(`\\b${fromLexer(pattern(t.Ratio))}`, "constant.numeric.ratio"),
  match(`\\b${fromLexer(pattern(t.Count))}`, "constant.numeric.count"),
  match(`\\b${fromLexer(pattern(t.Float))}`, "constant.numeric.float"),
  match(`\\b${fromLexer(pattern(t.Int))}`, "constant.numeric.integer"),
  match(`\\b${fromLexer(pattern(t.BadNumber))}`, "constant.numeric.other"),
];

const texts: Rule[] = [
  {
    match: fromLexer(pattern(t.Text)),
    name: scope("string.quoted.double"),
    captures: { 0: { patterns: [match('\\\\["\\\\]', "constant.character.escape")] } },
  },
  match(`${fromLexer(pattern(t.OpenText))}"?`, "string.quoted.double"),
];

function pattern({ PATTERN }: { PATTERN?: unknown }): RegExp {
  if (PATTERN instanceof RegExp) return PATTERN;
  throw new TypeError("A token without a regular expression has no pattern for editors.");
}

const insideCall: Rule[] = [
  { include: "#comment" },
  ...ambiguous,
  { match: key(NAME), captures: captures(parameter, colon) },
  { include: "#value" },
];

/** Parentheses; over several lines their lines are read one by one, and arguments look like facts. */
function parentheses(begin: string, name?: string): Rule {
  const open = "punctuation.section.parens.begin";
  return {
    begin: `${begin}(\\()`,
    beginCaptures: name === undefined ? captures(open) : captures(name, open),
    end: "(\\))|$",
    endCaptures: captures("punctuation.section.parens.end"),
    patterns: insideCall,
  };
}

const calls: Rule[] = [
  parentheses(`(${anyOf(functionNames)})\\s*`, "support.function"),
  parentheses(`\\b(?!${anyOf(beginnings)})(${NAME})\\s*`, enumMember),
  parentheses(""),
];

const operators: Rule[] = [
  match("\\*=|\\+=", "keyword.operator.assignment.compound"),
  match("==", "keyword.operator.comparison"),
  match("=", "keyword.operator.assignment"),
  match("\\.\\.<|\\.\\.", "keyword.operator.range"),
  match("[-+*/]", "keyword.operator.arithmetic"),
  match("\\.", "punctuation.accessor"),
  match(":", colon),
  match(",", "punctuation.separator.comma"),
  match("\\{", "punctuation.section.block.begin"),
  match("\\}", "punctuation.section.block.end"),
  match("\\[", "punctuation.section.brackets.begin"),
  match("\\]", "punctuation.section.brackets.end"),
  match("\\)", "punctuation.section.parens.end"),
];

/** Facts with their values, and all that stands in expressions. */
export const values: readonly Rule[] = [
  ...texts,
  {
    match: `${key(NAME)}\\s*(derive)\\b(?!\\s*[.(*/+-])`,
    captures: captures(property, colon, "keyword.other.derive"),
  },
  ...ambiguous,
  { match: key(NAME), captures: captures(property, colon) },
  match(anyOf(t.units), "keyword.other.units"),
  match(`\\b${NAME}\\b(?=\\s*\\{)`, property),
  ...calls,
  ...numbers,
  match(`(?<=\\.)\\s*${NAME}`, property),
  match(anyOf([...names.facts]), property),
  // Also a norm, which has arguments.
  match("\\blayer\\b", "support.constant.layer"),
  match(anyOf([...names.words].filter((word) => !names.facts.has(word))), enumMember),
  match(`\\b${NAME}\\b`, "variable.other"),
  ...operators,
];
