import { codePoint, hidden } from "./characters.js";
import { rule, type Rule } from "./diagnostic.js";
import { didYouMean } from "./suggest.js";

const unprintable = new RegExp(`[\\uD800-\\uDFFF${hidden}]`, "gu");

/** Text from a file in backquotes, fit to print, and cut where it would fill the line. */
function quote(text: string): string {
  const characters = Array.from(text.replace(unprintable, "\uFFFD"));
  return `\`${(characters.length > 40 ? [...characters.slice(0, 39), "…"] : characters).join("")}\``;
}

/** What can stand between two brackets, or outside all, or before a block. */
export type Place = "declaration" | "member" | "item" | "element" | "head";

interface Found {
  readonly found: string;
}

/** A row whose message ends as a sentence does, also where a suggestion is left out. */
function row<P = Record<never, never>>(
  code: string,
  slug: string,
  message: (parameters: P) => string,
): Rule<P> {
  return rule(code, slug, (parameters: P) => {
    const text = message(parameters);
    return /[.?]$/.test(text) ? text : `${text}.`;
  });
}

/** What can be wrong with the text of a file, whatever it says about attention. */
export const syntax = {
  fileTooLarge: row<{ characters: number; limit: number }>(
    "GDA1001",
    "file-too-large",
    ({ characters, limit }) =>
      `This file has ${thousands(characters)} characters; at most ${thousands(limit)} are read`,
  ),
  moreMistakes: row<{ count: number }>(
    "GDA1002",
    "more-mistakes",
    ({ count }) => `${thousands(count)} more mistakes will show when these are mended`,
  ),
  nestingTooDeep: row<{ limit: number }>(
    "GDA1003",
    "nesting-too-deep",
    ({ limit }) => `This is more than ${limit} levels deep`,
  ),

  unknownCharacter: row<Found>(
    "GDA1004",
    "unknown-character",
    ({ found }) => `${quote(found)} means nothing here`,
  ),
  loneSurrogate: row<{ unit: string }>(
    "GDA1005",
    "lone-surrogate",
    ({ unit }) => `This is half a character: the surrogate ${unit} stands alone`,
  ),
  hiddenCharacter: row<Found>(
    "GDA1006",
    "hidden-character",
    ({ found }) => `An invisible ${codePoint(found)} stands here`,
  ),
  oddSpace: row<Found>(
    "GDA1007",
    "odd-space",
    ({ found }) => `This blank is ${codePoint(found)}, not a space`,
  ),
  lookalike: row<Found & { meant: string }>(
    "GDA1008",
    "lookalike",
    ({ found, meant }) => `${quote(found)} is written ${quote(meant)}`,
  ),
  foreignLetter: row<Found>(
    "GDA1009",
    "foreign-letter",
    ({ found }) =>
      `${quote(found)} is not a name: names have the letters A to Z and a to z, digits and \`_\``,
  ),
  otherComment: row<Found>(
    "GDA1010",
    "other-comment",
    ({ found }) => `A comment begins with \`//\`, not with ${quote(found)}`,
  ),
  strayDoc: row(
    "GDA1011",
    "stray-doc",
    () => "`///` describes what follows it, and nothing follows here that can be described",
  ),

  unclosedText: row("GDA1012", "unclosed-text", () => 'This text has no closing `"` on its line'),
  unknownEscape: row<Found>(
    "GDA1013",
    "unknown-escape",
    ({ found }) => `${quote(found)} is not an escape: only \`\\"\` and \`\\\\\` are`,
  ),
  otherQuotes: row<Found>(
    "GDA1014",
    "other-quotes",
    ({ found }) => `${quote(found)} needs double quotes`,
  ),

  unitApart: row<{ number: string; unit: string }>(
    "GDA1015",
    "unit-apart",
    ({ number, unit }) => `A space belongs between ${quote(number)} and ${quote(unit)}`,
  ),
  thousandLetter: row<Found>(
    "GDA1016",
    "thousand-letter",
    ({ found }) => `${quote(found)} could be 1000s or 1024s; write the number out`,
  ),
  factorLetter: row<{ found: string; number: string }>(
    "GDA1017",
    "factor-letter",
    ({ found, number }) =>
      `${quote(found)} is not a number; a factor is written ${quote(`*= ${number}`)}`,
  ),
  countLetterCase: row<{ found: string; meant: string }>(
    "GDA1018",
    "count-letter-case",
    ({ found, meant }) => `${quote(found)} is written ${quote(meant)}`,
  ),
  badNumber: row<Found & { because: string }>(
    "GDA1019",
    "bad-number",
    ({ found, because }) => `${quote(found)} is not a number: ${because}`,
  ),
  numberTooLarge: row<Found>(
    "GDA1020",
    "number-too-large",
    ({ found }) => `${quote(found)} is too large: whole numbers end at 2^53, others at 1.8e308`,
  ),
  numberTooSmall: row<Found>(
    "GDA1021",
    "number-too-small",
    ({ found }) => `${quote(found)} is so small that it would be read as 0`,
  ),
  countNotWhole: row<Found>(
    "GDA1022",
    "count-not-whole",
    ({ found }) => `${quote(found)} is not a whole number`,
  ),

  unclosedBracket: row<{ missing: readonly string[] }>(
    "GDA1023",
    "unclosed-bracket",
    ({ missing }) =>
      missing.length === 1
        ? `${quote(missing.join())} is missing here`
        : `${missing.length} closing brackets are missing here: ${quote(missing.join(" "))}`,
  ),
  unopenedBracket: row<Found>(
    "GDA1024",
    "unopened-bracket",
    ({ found }) => `${quote(found)} closes nothing`,
  ),

  expected: row<{ expected: string; after: string }>(
    "GDA1025",
    "expected",
    ({ expected, after }) => `${expected} is missing after ${quote(after)}`,
  ),
  missingValue: row<{ of: string }>(
    "GDA1026",
    "missing-value",
    ({ of }) => `${quote(of)} has no value`,
  ),
  missingOperand: row<{ operator: string }>(
    "GDA1027",
    "missing-operand",
    ({ operator }) => `Nothing follows ${quote(operator)}`,
  ),
  valueOnNextLine: row<{ of: string }>(
    "GDA1028",
    "value-on-next-line",
    ({ of }) => `The value of ${quote(of)} must begin on the line of its colon`,
  ),
  missingSeparator: row(
    "GDA1029",
    "missing-separator",
    () => "Two items on one line need a comma between them",
  ),
  missingComma: row("GDA1030", "missing-comma", () => "Two elements need a comma between them"),
  extraComma: row("GDA1031", "extra-comma", () => "This comma separates nothing"),
  missingColon: row<{ key: string }>(
    "GDA1032",
    "missing-colon",
    ({ key }) => `A colon is missing between ${quote(key)} and its value`,
  ),
  otherSign: row<{ of: string; found: string; meant: string }>(
    "GDA1033",
    "other-sign",
    ({ of, found, meant }) => `${of} has ${quote(meant)}, not ${quote(found)}`,
  ),
  colonBeforeBlock: row<{ key: string }>(
    "GDA1034",
    "colon-before-block",
    ({ key }) => `A block has no colon: ${quote(`${key} { … }`)}`,
  ),
  otherChange: row<Found>(
    "GDA1035",
    "other-change",
    ({ found }) =>
      `${quote(found)} is not a change: growth multiplies with \`*=\` or adds with \`+=\``,
  ),
  rangeEnd: row(
    "GDA1036",
    "range-end",
    () => "`..` goes on to the last layer; before an end stands `..<`",
  ),
  dottedKey: row<{ key: string; member: string }>(
    "GDA1037",
    "dotted-key",
    ({ key, member }) => `A member is stated in its block: ${quote(`${key} { ${member}: … }`)}`,
  ),
  bareWord: row<{ word: string }>(
    "GDA1038",
    "bare-word",
    ({ word }) => `${quote(word)} alone says nothing; \`:\`, \`{\`, \`*=\` or \`+=\` would follow`,
  ),
  unbracedImport: row<{ name: string }>(
    "GDA1039",
    "unbraced-import",
    ({ name }) => `Imported names stand in braces: ${quote(`{ ${name} }`)}`,
  ),
  lateImport: row("GDA1040", "late-import", () => "Imports stand before everything else"),

  unknownWord: row<Found & { place: Place; meant: string | undefined }>(
    "GDA1041",
    "unknown-keyword",
    ({ found, place, meant }) =>
      `${quote(found)} does not begin ${beginnings[place]}${perhaps(meant)}`,
  ),
  misplacedWord: row<Found & { home: string }>(
    "GDA1042",
    "misplaced-word",
    ({ found, home }) => `${quote(found)} belongs ${home}`,
  ),
  reservedWord: row<Found>(
    "GDA1043",
    "reserved-word",
    ({ found }) => `${quote(found)} is a word of the language and cannot be a name`,
  ),
  unitAlone: row<{ unit: string }>(
    "GDA1044",
    "unit-alone",
    ({ unit }) => `${quote(unit)} is a unit and follows a number`,
  ),
  unknownUnit: row<Found & { near: readonly string[] }>(
    "GDA1045",
    "unknown-unit",
    ({ found, near }) => `${quote(found)} is not a unit${didYouMean(near)}`,
  ),
  quotedWord: row<Found>(
    "GDA1046",
    "quoted-word",
    ({ found }) => `${quote(found)} is text, and no value is; words stand without quotes`,
  ),
  groupedDigits: row<{ found: string; meant: string }>(
    "GDA1047",
    "grouped-digits",
    ({ found, meant }) => `Digits are grouped with \`_\`: ${quote(meant)}, not ${quote(found)}`,
  ),
  argumentsInBraces: row<{ of: string }>(
    "GDA1048",
    "arguments-in-braces",
    ({ of }) => `The arguments of ${quote(of)} stand in parentheses`,
  ),
  unexpected: row<Found & { meant: string | undefined }>(
    "GDA1049",
    "unexpected",
    ({ found, meant }) => `${quote(found)} does not belong here${perhaps(meant)}`,
  ),
} as const;

function thousands(count: number): string {
  return count.toLocaleString("en-US");
}

const beginnings: Readonly<Record<Place, string>> = {
  declaration: "a declaration",
  member: "a stage or an assertion",
  item: "an item",
  element: "a value",
  head: "a block",
};

function perhaps(meant: string | undefined): string {
  return didYouMean(meant === undefined ? [] : [meant]);
}
