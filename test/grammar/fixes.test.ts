import { expect, test } from "vitest";
import { diagnosticsOf, fixed } from "./marked.js";

const fixes: readonly (readonly [text: string, fixed: string])[] = [
  ["const a =\u00a0b\u200b", "const a = b"],
  ["const a = 1 − 2 × 3 ÷ 4", "const a = 1 - 2 * 3 / 4"],
  ["model A { a := 1; b: 2 }", "model A { a : 1, b: 2 }"],
  ["# a\nconst a = 1", "// a\nconst a = 1"],
  ["const a = 1 /// a", "const a = 1 // a"],
  ["const a = 1 // \u202ea\u0007", "const a = 1 // a"],
  ["import { A } from 'a.gda'", 'import { A } from "a.gda"'],
  ["model A { a: 512MiB, b: 2.4Ttokens, c: 7b }", "model A { a: 512 MiB, b: 2.4T tokens, c: 7B }"],
  ["model A { a: 1__000, b: 5_ }", "model A { a: 1_000, b: 5 }"],
  ["model A { }}", "model A { }"],
  ["model A { mask:\n causal\n}", "model A { mask: causal\n}"],
  ["model A { signal: 6 noise: 1 }", "model A { signal: 6, noise: 1 }"],
  ["const a = [1 2,, 3]", "const a = [1, 2, 3]"],
  ["model A { heads 32 }", "model A { heads: 32 }"],
  ["model A { a = f(b = 1) }", "model A { a : f(b : 1) }"],
  ["const a: 1\ngrowth G { assert a = b }", "const a= 1\ngrowth G { assert a == b }"],
  ["model A { mlp: { width: 1 } }", "model A { mlp { width: 1 } }"],
  ['import A from "a.gda"', 'import { A } from "a.gda"'],
  ["modle A { grp x[6] { a: 1 } }", "model A { group x[6] { a: 1 } }"],
  ['model A { mask: "causal" }', "model A { mask: causal }"],
  ["model A { hidden: 4,096 }", "model A { hidden: 4_096 }"],
];

test.each(fixes)("%s", (text, expected) => {
  expect(fixed(text)).toBe(expected);
  expect(diagnosticsOf(expected)).toEqual([]);
});

test("a comment between a key and its value is not taken away", () => {
  const [found] = diagnosticsOf("model A { a: // why\n 1 }");
  expect(found?.fixes).toEqual([]);
});
