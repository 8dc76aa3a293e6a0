import { expect, test } from "vitest";
import { parse } from "../../grammar/parse.js";
import { createSource } from "../../grammar/source.js";
import { sketch } from "./sketch.js";

const text = "/// a\nmodel A { // b\n  a: 1\n  b: 2, c: 3 // d\n}\n";

test.each([
  ["CRLF", "\r\n"],
  ["lone CR", "\r"],
])("%s ends lines", (_, end) => {
  expect(sketch(text.replaceAll("\n", end))).toEqual(sketch(text));
  const source = createSource("a.gda", text.replaceAll("\n", end));
  expect(parse(source).diagnostics).toEqual([]);
  expect(parse(source).tree.comments.map((comment) => comment.text)).toEqual([" a", " b", " d"]);
});

test("a byte order mark is no character of the text", () => {
  const source = createSource("a.gda", `\uFEFF${text}`);
  expect(source.text).toBe(text);
  expect(parse(source).diagnostics).toEqual([]);
});

test("files without any token have an empty tree", () => {
  for (const empty of ["", "\n", " \t\r\n", "// a", "// a\n// b\n"]) {
    const { tree, diagnostics } = parse(createSource("a.gda", empty));
    expect(diagnostics).toEqual([]);
    expect(tree).toMatchObject({ imports: [], declarations: [], complete: true });
    expect(tree.span).toEqual({ start: 0, end: empty.length });
  }
});

test("comments have their kind and place", () => {
  const { tree } = parse(createSource("a.gda", "// a\n/// b\n//// c\nconst a = 1 //d"));
  expect(tree.comments).toEqual([
    { kind: "line", text: " a", span: { start: 0, end: 4 } },
    { kind: "doc", text: " b", span: { start: 5, end: 10 } },
    { kind: "line", text: "// c", span: { start: 11, end: 17 } },
    { kind: "line", text: "d", span: { start: 30, end: 33 } },
  ]);
});
