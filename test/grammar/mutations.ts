import fc from "fast-check";
import { Findings } from "../../grammar/findings.js";
import { scan } from "../../grammar/scan.js";
import { createSource } from "../../grammar/source.js";
import { endOf } from "../../grammar/token.js";
import { examples } from "./examples.js";

/** The tokens of a text, each with what stands before it. */
export function pieces(file: string, text: string): { before: string; token: string }[] {
  const { tokens } = scan(createSource(file, text), new Findings(file));
  let end = 0;
  return tokens.map((token) => {
    const before = text.slice(end, token.startOffset);
    end = endOf(token);
    return { before, token: token.image };
  });
}

const change = fc.record({
  kind: fc.constantFrom("delete", "duplicate", "swap", "replace"),
  at: fc.nat(),
  with: fc.nat(),
});

/** Examples after some changes of single tokens. */
export const mutation: fc.Arbitrary<string> = fc
  .record({
    example: fc.constantFrom(
      ...examples.map(([file, text]) =>
        pieces(file, text).map(({ before, token }) => before + token),
      ),
    ),
    changes: fc.array(change, { minLength: 1, maxLength: 5 }),
  })
  .map(({ example, changes }) => {
    const text = [...example];
    for (const { kind, at, with: other } of changes) {
      const here = at % Math.max(text.length, 1);
      const there = other % Math.max(text.length, 1);
      const [one = "", two = ""] = [text[here], text[there]];
      if (kind === "delete") text.splice(here, 1);
      else if (kind === "duplicate") text.splice(here, 0, one);
      else text[here] = two;
      if (kind === "swap") text[there] = one;
    }
    return text.join("");
  });

const fragments = [
  "import const family model growth stage assert target extends param group lossy layers",
  "from as at in after every all tokens GiB plain a x4 modle grp λ 🎉 \ud800 \u0000 \u200b",
  '1 4:1 1e-5 2T 32K 512MiB 1__0 "a" " \'a\' "\\q" @ ; − { } [ ] ( ) , : = == *= += /= + - *',
  "/ . .. ..< { } { } a: b:",
].flatMap((line) => line.split(" "));
const between = [
  "",
  " ",
  " ",
  "\n",
  "\r\n",
  "\r",
  "\t",
  "\u00a0",
  " // c\n",
  "\n/// d\n",
  "#\n",
  "/* */",
];

/** Texts of fragments of the language in any order. */
export const soup: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...fragments), fc.constantFrom(...between)), { maxLength: 50 })
  .map((parts) => parts.flat().join(""));
