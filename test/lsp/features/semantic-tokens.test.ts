import { expect, test } from "vitest";
import { legend, semanticTokens } from "../../../compiler/lsp/features/semantic-tokens.js";
import type { View } from "../../../compiler/lsp/document.js";
import type { Span } from "../../../grammar/span.js";
import { markedView } from "../marked.js";

/** The tokens of an answer: each piece of text with its type and modifiers. */
function decoded(view: View, within?: Span): readonly string[] {
  const { data } = semanticTokens(view, within);
  const texts: string[] = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, bits = 0] = data.slice(i, i + 5);
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const start = view.offsetAt({ line, character });
    const modifiers = legend.tokenModifiers.filter((_, bit) => (bits & (1 << bit)) !== 0);
    const text = view.source.text.slice(start, start + length);
    texts.push([text, legend.tokenTypes[type], ...modifiers].join(" "));
  }
  return texts;
}

test("every kind of name and word has its colour", () => {
  const { view } = markedView(`import { Motif as Base } from "gda:families" // remark
/// Described.
const m = 0.1 * log(64)
model M extends Base {
  param r: ratio = 4:1 in [3:1]
  hidden: 64
  attention {
    group calm[2] { signal: r }
    rope: half(theta: 5), score_scale: m * head_dim, lambda: derive
    layers every 2 from 0 { softcap: layer }
  }
}
growth G { stage s from M at 1T tokens { hidden *= 2 } assert s == M }
`);
  expect(decoded(view)).toEqual([
    "import keyword",
    "Motif type",
    "as keyword",
    "Base type",
    "from keyword",
    '"gda:families" string',
    "// remark comment",
    "/// Described. comment documentation",
    "const keyword",
    "m variable declaration readonly",
    "= operator",
    "0.1 number",
    "* operator",
    "log function defaultLibrary",
    "64 number",
    "model keyword",
    "M type declaration",
    "extends keyword",
    "Base type",
    "param keyword",
    "r parameter declaration",
    "ratio type defaultLibrary",
    "= operator",
    "4:1 number",
    "in keyword",
    "3:1 number",
    "hidden property",
    "64 number",
    "attention property",
    "group keyword",
    "calm class declaration",
    "2 number",
    "signal property",
    "r parameter",
    "rope property",
    "half enumMember",
    "theta parameter",
    "5 number",
    "score_scale property",
    "m variable readonly",
    "* operator",
    "head_dim property",
    "lambda property",
    "derive keyword",
    "layers keyword",
    "every keyword",
    "2 number",
    "from keyword",
    "0 number",
    "softcap property",
    "layer variable readonly defaultLibrary",
    "growth keyword",
    "G type declaration",
    "stage keyword",
    "s type declaration",
    "from keyword",
    "M type",
    "at keyword",
    "1T number",
    "tokens keyword",
    "hidden property",
    "*= operator",
    "2 number",
    "assert keyword",
    "s type",
    "== operator",
    "M type",
  ]);
});

test("byte order mark, CRLF, tabs and wide characters", () => {
  const { view } = markedView("\uFEFFmodel M { // 😀\r\n\thidden: 64 // é\r\n}");
  expect(decoded(view)).toEqual([
    "model keyword",
    "M type declaration",
    "// 😀 comment",
    "hidden property",
    "64 number",
    "// é comment",
  ]);
});

test("a range has its own tokens", () => {
  const { view, ranges } = markedView("const a = 1\n⟦const b = 2\n⟧const cc = 3\n");
  expect(decoded(view, ranges[0])).toEqual([
    "const keyword",
    "b variable declaration readonly",
    "= operator",
    "2 number",
    "const keyword",
  ]);
});

test("half a text keeps the colours of what is there", () => {
  const { view } = markedView(
    'model M extends Nowhere {\n  mask: win\n  gate: elementwise(from: \n  lossy "why',
  );
  expect(decoded(view)).toEqual([
    "model keyword",
    "M type declaration",
    "extends keyword",
    "lossy keyword",
  ]);
});
