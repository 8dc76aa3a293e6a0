/** Texts, and how they are printed; no second text means that the first stays as it is. */
export const formats: readonly (readonly [name: string, text: string, printed?: string])[] = [
  ["nothing", ""],
  ["comments only", "// a\n\n// b\n"],
  ["blank lines at both ends", "\n\nconst a = 1\n\n\n", "const a = 1\n"],
  ["an empty block", "model A {\n\n}", "model A { }\n"],
  ["blanks and signs", "const  a=1+-2*(3- 4 )/f( x:1 )", "const a = 1 + -2 * (3 - 4) / f(x: 1)\n"],
  [
    "written numbers",
    "model A { a: 32_768, b: 1E-5, c: 2.4T  tokens, d: 0_4:1, e: [ ] }\n",
    "model A { a: 32_768, b: 1E-5, c: 2.4T tokens, d: 0_4:1, e: [] }\n",
  ],
  [
    "every item",
    `family A extends b.C {
  param r: ratio = 4:1 in [1:1, 4:1]
  a: half(theta: 1e4, scaling: none), b { c: [q, k] }
  group sharp[2 * n] { signal: 1 }
  group { signal *= 4 }
  layers all { a: 1 }
  layers 0..<8 { a: 1 }
  layers 8.. { a: 1 }
  layers every 4 from 3 { a: 1 }
  layers [0, 5] { a: 1 }
  layers += 8 after every 4, layers *= 2 after [1, 2]
  lossy "why \\"a\\" \\\\" { a: 1 }
}
`,
  ],
  ["a block on one line", "model A{a:1,b{c:2}}", "model A { a: 1, b { c: 2 } }\n"],
  ["commas at line ends", "model A {\n  a: 1,\n  b: 2,\n}\n", "model A {\n  a: 1\n  b: 2\n}\n"],
  ["rows", "model A {\n  a: 1, b: 2\n  c: 3\n}\n"],
  [
    "rows beside a block of several lines",
    "model A { a: 1, b {\nc: 2 }, d: 3 }",
    "model A {\n  a: 1\n  b {\n    c: 2\n  }\n  d: 3\n}\n",
  ],
  [
    "a row too long",
    `model A {\n  ${Array.from({ length: 12 }, (_, index) => `number_${index}: ${index}`).join(", ")}\n}\n`,
    `model A {
  number_0: 0, number_1: 1, number_2: 2, number_3: 3, number_4: 4, number_5: 5, number_6: 6
  number_7: 7, number_8: 8, number_9: 9, number_10: 10, number_11: 11
}
`,
  ],
  [
    "a block too long for one line",
    `model A { attention { heads: 40, ratio: 4:1, groups: 4, head_dim: 1280, rope: half(theta: 10_000) } }`,
    `model A {
  attention { heads: 40, ratio: 4:1, groups: 4, head_dim: 1280, rope: half(theta: 10_000) }
}
`,
  ],
  [
    "a call too long",
    `model A {\n  rope: half(theta: 150_000, scaling: yarn(factor: 32, original: 4096, beta_fast: 32, beta_slow: 1, bounds: exact))\n}\n`,
    `model A {
  rope: half(
    theta: 150_000,
    scaling: yarn(factor: 32, original: 4096, beta_fast: 32, beta_slow: 1, bounds: exact),
  )
}
`,
  ],
  ["a list over several lines", "const a = [1, 2,\n3]", "const a = [\n  1, 2,\n  3,\n]\n"],
  [
    "the last bracket of a line breaks",
    `const a = f(1) + g(${"1_000_000, ".repeat(10)}2)\n`,
    `const a = f(1) + g(
  ${"1_000_000, ".repeat(7)}1_000_000,
  1_000_000, 1_000_000, 2,
)
`,
  ],
  ["imports", 'import {A,B as C} from "a.gda"', 'import { A, B as C } from "a.gda"\n'],
  [
    "imports over several lines",
    'import {\nA, B\n}\nfrom\n"a.gda"',
    'import {\n  A, B,\n} from "a.gda"\n',
  ],
  [
    "members of a growth",
    "growth A { stage b from C at 1T tokens assert b == D }",
    "growth A {\n  stage b from C at 1T tokens\n  assert b == D\n}\n",
  ],
  ["one member of a growth", "growth A { assert b == C }\n"],
  ["declarations on one line", "const a = 1 const b = 2", "const a = 1\nconst b = 2\n"],
  [
    "one blank line at most",
    "const a = 1\n\n\n\nmodel A {\n\n  a: 1\n\n\n  b: 2\n\n}\n",
    "const a = 1\n\nmodel A {\n  a: 1\n\n  b: 2\n}\n",
  ],
  [
    "comments above, behind and last",
    "// a\nmodel A {// b\n// c\n\n// d\na: 1,// e\nb: 2 // f\n// g\n} // h\n// i\n",
    `// a
model A {  // b
  // c

  // d
  a: 1  // e
  b: 2  // f
  // g
}  // h
// i
`,
  ],
  ["a comment in an empty block", "model A {\n  // a\n}\n"],
  ["a comment behind an empty block's brace", "model A { // a\n}", "model A {  // a\n}\n"],
  [
    "comments in lists",
    "const a = [ // b\n1, // c\n// d\n]",
    "const a = [  // b\n  1,  // c\n  // d\n]\n",
  ],
  [
    "comments in the midst of things move above them",
    "model A // a\nextends B // b\n{ c: 1 + // d\n2, e: 3 }",
    "// a\n// b\nmodel A extends B {\n  // d\n  c: 1 + 2, e: 3\n}\n",
  ],
  [
    "descriptions",
    "///a\n/// b \n\nmodel A {\n///  c\na: 1\n}",
    "///a\n/// b\n\nmodel A {\n  ///  c\n  a: 1\n}\n",
  ],
  ["a comment longer than the line", `const a = f(1)  // ${"a".repeat(120)}\n`],
  [
    "carriage returns",
    "model A {\r\n  // a\r\n\r\n  b: 1\r}\r",
    "model A {\n  // a\n\n  b: 1\n}\n",
  ],
];
