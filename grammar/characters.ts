/*
 * Classes of characters, as the inside of a regular expression's brackets, without the `u` flag,
 * which Chevrotain's lexer does not take. Letters beyond ASCII are given by their blocks.
 */

/** Characters that cannot be seen and change how a line is shown: in a comment they could deceive. */
export const hidden =
  "\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069";

/** Blanks without a width. Outside comments and text they part what looks like one word. */
const zeroWidth = "\\u00AD\\u180E\\u200B-\\u200F\\u2060\\uFEFF";

/** Blanks that look like a space and are none. */
export const oddSpace = `\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000${zeroWidth}`;

/** What word processors and papers write for a quotation mark. */
export const curlyQuote = "\\u2018\\u2019\\u201C-\\u201E\\u00AB\\u00BB";

/** What word processors and papers write for an operator. */
export const lookalike =
  ";\\u2212\\u2010-\\u2015\\u00D7\\u2217\\u22C5\\u00F7\\u2215\\uFF1A\\uFF0C\\uFF1D";

const letterBlocks = [
  "\\u00AA\\u00B5\\u00BA\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u167F\\u1681-\\u180D\\u180F-\\u1FFF",
  "\\u2080-\\u209C\\u2C00-\\u2DFF\\u3040-\\uD7FF\\uF900-\\uFAFF",
];

/** Letters that names may not have. */
export const foreignLetter = letterBlocks.join("");

export const loneSurrogate = "[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])|[\\uDC00-\\uDFFF]";

const zeroWidthBlank = new RegExp(`[${zeroWidth}]`);

/** `U+00A0`, as Unicode's charts write it. */
export function codePoint(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** What a blank of another kind should be: a space, or nothing if it has no width. */
export function plainSpace(blank: string): string {
  return zeroWidthBlank.test(blank) ? "" : " ";
}
