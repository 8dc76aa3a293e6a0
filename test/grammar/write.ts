import fc from "fast-check";
import type { SourceFile } from "../../grammar/tree.js";
import { sourceFile } from "./arbitrary.js";
import { tokensOf, type Token } from "./tokens-of.js";

/** A tree, and a text that has it. */
export interface Written {
  readonly tree: SourceFile;
  readonly text: string;
}

/** The printer's opposite: texts as wild as the grammar allows. */
export const written: fc.Arbitrary<Written> = fc
  .record({ tree: sourceFile, choices: fc.array(fc.nat(999), { minLength: 1, maxLength: 40 }) })
  .map(({ tree: file, choices }) => ({ tree: file, text: write(tokensOf(file), choices) }));

const blanks = ["", " ", " ", " ", "\t", "  "];
const breaks = [
  "\n",
  "\n",
  "\r\n",
  "\r",
  "\n\n",
  " // c\n",
  " // { d: 1 }\r\n  ",
  "\n\n\n// e\n// f\n",
];

function write(tokens: readonly Token[], choices: readonly number[]): string {
  let next = 0;
  const choose = (from: readonly string[]) =>
    from[(choices[next++ % choices.length] ?? 0) % from.length] ?? "";

  let text = "";
  for (const { text: token, gap, doc } of tokens) {
    const blank = choose(blanks);
    const lineBreak = choose(breaks);
    const breakable = choose([blank, lineBreak, blank]);
    let between = {
      any: breakable,
      line: blank,
      element: `${blank},${breakable}`,
      item: choose([`${blank},${breakable}`, lineBreak, `,${lineBreak}`]),
      close: choose([breakable, `,${breakable}`, `,${lineBreak}`]),
    }[gap];
    if (doc !== undefined) {
      const lines = doc.split("\n").map((line) => `/// ${line}${choose(["\n", "\r\n", "\r"])}`);
      between += lineBreak + lines.join(blank);
    }
    // Only beside brackets and commas do no two tokens make another.
    const tight = /(?:^|[[\](){},\s])$/.test(text + between) || /^[[\](){},]/.test(token);
    text += between + (tight ? "" : " ") + token;
  }
  return text + choose(["", "\n", "  // end", "\n\n// end\n"]);
}
