/** Texts and the trees that they have. */
export const trees: readonly (readonly [text: string, ...sketch: string[]])[] = [
  [
    'import { A, B as C } from "x \\"y\\" \\\\.gda"',
    '(import [(importName A -) (importName B C)] (text "x \\"y\\" \\\\.gda"))',
  ],
  ["const a = 1", '(const a (number "int" 1 "1" -) -)'],
  ["const a = 32_768", '(const a (number "int" 32768 "32_768" -) -)'],
  ["const a = 1e-5", '(const a (number "float" 0.00001 "1e-5" -) -)'],
  ["const a = 1_0.5_0E+1_0", '(const a (number "float" 105000000000 "1_0.5_0E+1_0" -) -)'],
  ["const a = 2.4T tokens", '(const a (number "count" 2400000000000 "2.4T" "tokens") -)'],
  ["const a = 512 MiB", '(const a (number "int" 512 "512" "MiB") -)'],
  ["const a = 4:1", "(const a (ratio 4 1) -)"],
  ["const a = 16_0:1_0", "(const a (ratio 160 10) -)"],
  [
    "const a = 1 + 2 * -3 - --b",
    '(const a (binary "-" (binary "+" (number "int" 1 "1" -) (binary "*" (number "int" 2 "2" -) (negate (number "int" 3 "3" -)))) (negate (negate (path [b])))) -)',
  ],
  [
    "const a = (1 + 2) / 3",
    '(const a (binary "/" (parens (binary "+" (number "int" 1 "1" -) (number "int" 2 "2" -))) (number "int" 3 "3" -)) -)',
  ],
  ["const a = [q, k,]", "(const a (list [(path [q]) (path [k])]) -)"],
  ["const a = []", "(const a (list []) -)"],
  ["const a = lambda.init", "(const a (path [lambda init]) -)"],
  ["const a = f()", "(const a (call (path [f]) []) -)"],
  [
    "const a = half(theta: 1e4, scaling: yarn(factor: 4), 2)",
    '(const a (call (path [half]) [(argument theta (number "float" 10000 "1e4" -)) (argument scaling (call (path [yarn]) [(argument factor (number "int" 4 "4" -))])) (argument - (number "int" 2 "2" -))]) -)',
  ],
  [
    "const a = 128 plain + 64 rotary",
    '(const a (binary "+" (number "int" 128 "128" "plain") (number "int" 64 "64" "rotary")) -)',
  ],
  ["const a = layers * layers.all", '(const a (binary "*" (path [layers]) (path [layers all])) -)'],
  ["family A { }", "(family A - (body []) -)"],
  [
    "model A extends B.c { hidden: 1, b { c: 2 } }",
    '(model A (path [B c]) (body [(fact hidden (number "int" 1 "1" -) -) (amend b (body [(fact c (number "int" 2 "2" -) -)]) -)]) -)',
  ],
  [
    "model A {\n  layers: 40\n  layers 0..<8 { a: 1 }\n  layers 8.. { a: 1 }\n  layers all { a: 1 }\n  layers every 4 from 3 { a: 1 }\n  layers [0, 5] { a: 1 }\n  layers n { a: 1 }\n}",
    '(model A - (body [(fact layers (number "int" 40 "40" -) -) (layers (rangeLayers (number "int" 0 "0" -) (number "int" 8 "8" -) false) (body [(fact a (number "int" 1 "1" -) -)]) -) (layers (rangeLayers (number "int" 8 "8" -) - true) (body [(fact a (number "int" 1 "1" -) -)]) -) (layers (allLayers) (body [(fact a (number "int" 1 "1" -) -)]) -) (layers (everyLayers (number "int" 4 "4" -) (number "int" 3 "3" -)) (body [(fact a (number "int" 1 "1" -) -)]) -) (layers (listedLayers (list [(number "int" 0 "0" -) (number "int" 5 "5" -)])) (body [(fact a (number "int" 1 "1" -) -)]) -) (layers (listedLayers (path [n])) (body [(fact a (number "int" 1 "1" -) -)]) -)]) -)',
  ],
  [
    "model A { group { a: 1 }, group[8] { a: 1 }, group sharp[2 * n] { a: 1 }, group x[0] { } }",
    '(model A - (body [(group - - (body [(fact a (number "int" 1 "1" -) -)]) -) (group - (number "int" 8 "8" -) (body [(fact a (number "int" 1 "1" -) -)]) -) (group sharp (binary "*" (number "int" 2 "2" -) (path [n])) (body [(fact a (number "int" 1 "1" -) -)]) -) (group x (number "int" 0 "0" -) (body []) -)]) -)',
  ],
  [
    "model A { param r: ratio = 4:1 in [1:1, 4:1], param n = 2 }",
    '(model A - (body [(param r ratio (ratio 4 1) (list [(ratio 1 1) (ratio 4 1)]) -) (param n - (number "int" 2 "2" -) - -)]) -)',
  ],
  [
    'growth G {\n  stage a from B at 2.4T tokens\n  stage c from a.b at 3 { layers += 8 after every 4, layers *= 2 after [1, 2], signal *= 4, lossy "why" { x: 1 } }\n  assert c == D.e\n}',
    '(growth G [(stage a (path [B]) (number "count" 2400000000000 "2.4T" "tokens") - -) (stage c (path [a b]) (number "int" 3 "3" -) (body [(change layers "+=" (number "int" 8 "8" -) (after (number "int" 4 "4" -) -) -) (change layers "*=" (number "int" 2 "2" -) (after - (list [(number "int" 1 "1" -) (number "int" 2 "2" -)])) -) (change signal "*=" (number "int" 4 "4" -) - -) (lossy (text "why") (body [(fact x (number "int" 1 "1" -) -)]) -)]) -) (assert (path [c]) (path [D e]))] -)',
  ],
  [
    "target T { features: [shader_f16] }",
    "(target T (body [(fact features (list [(path [shader_f16])]) -)]) -)",
  ],
  [
    "model from { at: 1, from: 2, as: 3, in: 4, after: 5, every: 6, all { after: all } }",
    '(model from - (body [(fact at (number "int" 1 "1" -) -) (fact from (number "int" 2 "2" -) -) (fact as (number "int" 3 "3" -) -) (fact in (number "int" 4 "4" -) -) (fact after (number "int" 5 "5" -) -) (fact every (number "int" 6 "6" -) -) (amend all (body [(fact after (path [all]) -)]) -)]) -)',
  ],
  [
    "model A { layers += 8\nafter: 3\n}",
    '(model A - (body [(change layers "+=" (number "int" 8 "8" -) - -) (fact after (number "int" 3 "3" -) -)]) -)',
  ],
  [
    "model A {\n  param x = 1\n  in { a: 1 }\n}",
    '(model A - (body [(param x - (number "int" 1 "1" -) - -) (amend in (body [(fact a (number "int" 1 "1" -) -)]) -)]) -)',
  ],
  ["model A { x4: 8 }", '(model A - (body [(fact x4 (number "int" 8 "8" -) -)]) -)'],
  [
    "/// one\n///two\n\n// no\n/// three \nmodel A {\n  /// four\n  a: 1, b: 2\n  /// five\n  group { }\n}",
    '(model A - (body [(fact a (number "int" 1 "1" -) "four") (fact b (number "int" 2 "2" -) -) (group - - (body []) "five")]) "one\\ntwo\\nthree")',
  ],
];

/** Texts with mistakes, and what is kept of them. */
export const kept: readonly (readonly [text: string, ...sketch: string[]])[] = [
  [
    "model A {\n  a: 1\n  b {\n    c: 2\n  d: 3\n}\nmodel B { }",
    '(model A - (body [(fact a (number "int" 1 "1" -) -) (amend b (body [(fact c (number "int" 2 "2" -) -)]) -) (fact d (number "int" 3 "3" -) -)]) -)',
    "(model B - (body []) -)",
  ],
  [
    "model A { a: 1, b { c: 2, e:",
    '(model A - (body [(fact a (number "int" 1 "1" -) -) (amend b (body [(fact c (number "int" 2 "2" -) -) (fact e - -)]) -)]) -)',
  ],
  [
    "growth G { stage a from b at 1T tokens { c *= 2",
    '(growth G [(stage a (path [b]) (number "count" 1000000000000 "1T" "tokens") (body [(change c "*=" (number "int" 2 "2" -) - -)]) -)] -)',
  ],
  [
    "model A { ratio:\n heads: 4 }",
    '(model A - (body [(fact ratio - -) (fact heads (number "int" 4 "4" -) -)]) -)',
  ],
  [
    "model A { a: 512MiB, b: 2, c: [1, 2x, 3], d: 1 + 2x }",
    '(model A - (body [(fact a - -) (fact b (number "int" 2 "2" -) -) (fact c (list [(number "int" 1 "1" -) (number "int" 3 "3" -)]) -) (fact d (binary "+" (number "int" 1 "1" -) -) -)]) -)',
  ],
  [
    "modle A { a: 1 }\nwidget B { a: 1 }\nmodel C { b: 1 }",
    '(model A - (body [(fact a (number "int" 1 "1" -) -)]) -)',
    '(model C - (body [(fact b (number "int" 1 "1" -) -)]) -)',
  ],
  [
    "model A { grp x[6] { a: 1 }, widget y { b: 1 }, c: 2 }",
    '(model A - (body [(group x (number "int" 6 "6" -) (body [(fact a (number "int" 1 "1" -) -)]) -) (fact c (number "int" 2 "2" -) -)]) -)',
  ],
  ["model A { group: 1, b: 2 }", '(model A - (body [(fact b (number "int" 2 "2" -) -)]) -)'],
  [
    "model { a: 1 }\nmodel B extends { a: 1 }\nmodel target { }",
    '(model - - (body [(fact a (number "int" 1 "1" -) -)]) -)',
    '(model B - (body [(fact a (number "int" 1 "1" -) -)]) -)',
    "(model - - (body []) -)",
  ],
  [
    "growth G { stage a { b: 1 } stage from b at 1 { } nonsense }",
    '(growth G [(stage a - - (body [(fact b (number "int" 1 "1" -) -)]) -) (stage - (path [b]) (number "int" 1 "1" -) (body []) -)] -)',
  ],
  [
    "import A from \"x\"\nimport { B } from 'y'\nimport { C",
    '(import [(importName A -)] (text "x"))',
    "(import [(importName B -)] -)",
    "(import [(importName C -)] -)",
  ],
  [
    "model A { layers { a: 1 }, layers every 2 { b: 1 }, layers 0..8 { c: 1 }, lossy { d: 1 } }",
    '(model A - (body [(layers - (body [(fact a (number "int" 1 "1" -) -)]) -) (layers (everyLayers (number "int" 2 "2" -) -) (body [(fact b (number "int" 1 "1" -) -)]) -) (layers (rangeLayers (number "int" 0 "0" -) - true) (body [(fact c (number "int" 1 "1" -) -)]) -) (lossy - (body [(fact d (number "int" 1 "1" -) -)]) -)]) -)',
  ],
  [
    "model A { x: { a: 1 }, y = 2, z 3, rope: half { theta: 1 }, after: 2 }",
    '(model A - (body [(amend x (body [(fact a (number "int" 1 "1" -) -)]) -) (fact y (number "int" 2 "2" -) -) (fact z (number "int" 3 "3" -) -) (fact rope - -) (fact after (number "int" 2 "2" -) -)]) -)',
  ],
  [
    "const a\nconst b =\nconst = 3\nconst c: 4",
    "(const a - -)",
    "(const b - -)",
    '(const - (number "int" 3 "3" -) -)',
    '(const c (number "int" 4 "4" -) -)',
  ],
  ["model A } a: 1", "(model A - - -)"],
  [
    "model A { a: f(1, b: , c: 2 }",
    '(model A - (body [(fact a (call (path [f]) [(argument - (number "int" 1 "1" -)) (argument c (number "int" 2 "2" -))]) -)]) -)',
  ],
  ["model A junk { a: 1 }", '(model A - (body [(fact a (number "int" 1 "1" -) -)]) -)'],
];
