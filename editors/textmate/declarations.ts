import { captures, NAME, scope, type Rule } from "./rule.js";

const PATH = `${NAME}(?:\\s*\\.\\s*${NAME})*`;
const LINE_OR_BLOCK = "(?=[{}])|$";

const type = "entity.name.type";
const inside: Rule[] = [{ include: "#comment" }, { include: "#value" }];
/** `From2_6B.wide` */
const path: { patterns: Rule[] } = {
  patterns: [
    { match: `\\b${NAME}\\b`, name: scope(type) },
    { match: "\\.", name: scope("punctuation.accessor") },
  ],
};
const keyword = (word: string) => `keyword.other.${word}`;

function named(word: string, name: string): Rule {
  return {
    match: `\\b(${word})\\b(?:\\s+(?!extends\\b)(${NAME}))?`,
    captures: captures(keyword(word), name),
  };
}

/**
 * What begins with a word of the language, with the name behind it. `from as at in after every all`
 * are words where the grammar has them, and names elsewhere.
 */
export const declarations: readonly Rule[] = [
  { match: "\\b(import)\\b", captures: captures(keyword("import")) },
  { match: '\\b(from)\\b(?=\\s*")', captures: captures(keyword("from")) },
  { match: `(?<=\\{|,)\\s*(${NAME})(?=\\s*(?:,[^:]*)?\\}\\s*from\\b)`, captures: captures(type) },
  named("const", "variable.other.constant"),
  ...["family", "model", "growth", "target"].map((word) => named(word, type)),
  {
    match: `\\b(extends)\\b(?:\\s+(${PATH}))?`,
    captures: captures(keyword("extends"), path),
  },
  {
    begin: `\\b(stage)\\b(?:\\s+(?!from\\s+(?!from\\b|\\.))(${NAME}))?`,
    beginCaptures: captures(keyword("stage"), type),
    end: LINE_OR_BLOCK,
    patterns: [
      {
        match: `\\b(from)\\b(?:\\s+(?!at\\s+(?!at\\b|\\.))(${PATH}))?`,
        captures: captures(keyword("from"), path),
      },
      {
        match: "\\b(at)\\b(?:\\s+(at)\\b)?",
        captures: captures(keyword("at"), "variable.other"),
      },
      ...inside,
    ],
  },
  {
    begin: "\\b(assert)\\b",
    beginCaptures: captures(keyword("assert")),
    end: LINE_OR_BLOCK,
    patterns: [{ match: PATH, captures: { 0: path } }, ...inside],
  },
  {
    match: `\\b(param)\\b(?:\\s+(${NAME})(?:\\s*(:)\\s*(${NAME}))?)?`,
    captures: captures(
      keyword("param"),
      "variable.parameter",
      "punctuation.separator.key-value",
      "support.type",
    ),
  },
  { match: "\\b(in)\\b(?=\\s*\\[)", captures: captures(keyword("in")) },
  named("group", "entity.name.type.class"),
  { match: "\\b(lossy)\\b", captures: captures(keyword("lossy")) },
  {
    match: "\\b(layers)\\s+(all)\\b(?=\\s*(?:\\{|//|$))",
    captures: captures(keyword("layers"), keyword("all")),
  },
  {
    begin: "\\b(layers)\\s+(every)\\b",
    beginCaptures: captures(keyword("layers"), keyword("every")),
    end: LINE_OR_BLOCK,
    patterns: [{ match: "\\b(from)\\b", captures: captures(keyword("from")) }, ...inside],
  },
  {
    match: "\\b(layers)\\b(?=\\s*[\\[{]|\\s+[0-9A-Za-z_(])",
    captures: captures(keyword("layers")),
  },
  {
    begin: `\\b(${NAME})\\s*([*+]=)`,
    beginCaptures: captures("variable.other.property", "keyword.operator.assignment.compound"),
    end: "(?=[,{}])|$",
    patterns: [
      {
        match: "\\b(after)\\s+(every)\\b",
        captures: captures(keyword("after"), keyword("every")),
      },
      { match: "\\b(after)\\b(?=\\s*(?:\\[|$))", captures: captures(keyword("after")) },
      ...inside,
    ],
  },
  // Nowhere else does a name follow on a name.
  {
    match: `\\b(${NAME})\\s+(as)\\b(?:\\s+(${NAME}))?`,
    captures: captures(type, keyword("as"), type),
  },
];
