import { expect, test } from "vitest";
import { renderPretty } from "../../compiler/diagnostics/pretty.js";
import type { Details } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import { finding, labelAt, sourcesOf, spanOf } from "./finding.js";

/** The one finding at a place of `a.gda`, without its first line and without the closing count. */
function framed(text: string, at: string | SourceSpan, details: Details = {}): string {
  const span = typeof at === "string" ? spanOf(text, at) : at;
  const rendered = renderPretty([finding(span, details)], sourcesOf({ "a.gda": text }));
  return rendered.split("\n").slice(1, -3).join("\n");
}

function lines(...rows: string[]): string {
  return rows.join("\n");
}

test("a finding: head, place, code, mark, label, help, fix and count", () => {
  const text = "model A {\n  hidden: 4, layers: 2\n  hidden: 8\n}\n";
  const second = { file: "a.gda", start: text.indexOf("hidden: 8"), end: text.length - 3 };
  const rendered = renderPretty(
    [
      finding(second, {
        label: "written again",
        secondary: [labelAt(text, "hidden", "first written here")],
        help: ["to amend a fact, write `name { … }`"],
        fixes: [{ title: "remove it", edits: [{ span: second, text: "" }] }],
      }),
    ],
    sourcesOf({ "a.gda": text }),
  );
  expect(rendered).toBe(
    lines(
      "error[GDA0001]: this is wrong",
      " --> a.gda:3:3",
      "  |",
      "2 |   hidden: 4, layers: 2",
      "  |   ------ first written here",
      "3 |   hidden: 8",
      "  |   ^^^^^^^^^ written again",
      "  |",
      "  = help: to amend a fact, write `name { … }`",
      "help: remove it",
      "  |",
      "3 -   hidden: 8",
      "3 +",
      "  |",
      "",
      "1 error — `gda explain GDA0001` says more",
      "",
    ),
  );
});

test("nothing to report is no text", () => {
  expect(renderPretty([], sourcesOf({}))).toBe("");
});

test("labels in one line: the rightmost stands behind its mark, the others hang", () => {
  const text = "heads: 40, groups: 8, ratio: 3:1";
  expect(
    framed(text, "groups: 8", {
      label: "8 groups",
      secondary: [labelAt(text, "heads: 40", "40 heads"), labelAt(text, "ratio: 3:1", "of 3 + 1")],
    }),
  ).toBe(
    lines(
      " --> a.gda:1:12",
      "  |",
      "1 | heads: 40, groups: 8, ratio: 3:1",
      "  | ---------  ^^^^^^^^^  ---------- of 3 + 1",
      "  | |          |",
      "  | |          8 groups",
      "  | 40 heads",
      "  |",
    ),
  );
});

test("overlapping labels: the primary mark is on top", () => {
  const text = "lambda: sigmoid(per: signal)";
  expect(
    framed(text, "per: signal", {
      label: "this one",
      secondary: [labelAt(text, "sigmoid(per: signal)", "in here")],
    }),
  ).toBe(
    lines(
      " --> a.gda:1:17",
      "  |",
      "1 | lambda: sigmoid(per: signal)",
      "  |         --------^^^^^^^^^^^-",
      "  |         |       |",
      "  |         |       this one",
      "  |         in here",
      "  |",
    ),
  );
});

test("two labels at one place", () => {
  const text = "hidden: 4";
  expect(
    framed(text, "hidden: 4", { label: "outer", secondary: [labelAt(text, "hidden", "inner")] }),
  ).toBe(
    lines(
      " --> a.gda:1:1",
      "  |",
      "1 | hidden: 4",
      "  | ^^^^^^^^^ outer",
      "  | |",
      "  | inner",
      "  |",
    ),
  );
});

test("one line left out is shown, more are a gap; line numbers are aligned", () => {
  const text = Array.from({ length: 12 }, (_, i) => `line${i + 1};`).join("\n");
  expect(
    framed(text, "line12", {
      secondary: [labelAt(text, "line7", "seven"), labelAt(text, "line9", "nine")],
    }),
  ).toBe(
    lines(
      "  --> a.gda:12:1",
      "   |",
      "7  | line7;",
      "   | ----- seven",
      "8  | line8;",
      "9  | line9;",
      "   | ----- nine",
      "...",
      "12 | line12;",
      "   | ^^^^^^",
      "   |",
    ),
  );
});

test("several files, the primary one first", () => {
  const [main, base] = ["model B extends A { }", "family A {\n  mask: causal\n}"];
  const rendered = renderPretty(
    [
      finding(spanOf(main, "extends A"), {
        secondary: [labelAt(base, "mask", "written here", "base.gda")],
      }),
    ],
    sourcesOf({ "base.gda": base, "a.gda": main }),
  );
  expect(rendered).toContain(
    lines(
      " --> a.gda:1:9",
      "  |",
      "1 | model B extends A { }",
      "  |         ^^^^^^^^^",
      "  |",
      " ::: base.gda:2:3",
      "  |",
      "2 |   mask: causal",
      "  |   ---- written here",
      "  |",
    ),
  );
});

test("a file without text has only its name", () => {
  const rendered = renderPretty([finding({ file: "gone.gda", start: 3, end: 4 })], sourcesOf({}));
  expect(rendered).toContain("error[GDA0001]: this is wrong\n --> gone.gda\n\n");
});

test("a span over several lines is marked where it begins and where it ends", () => {
  const text = "attention {\n  heads: 4\n\n  mask: causal\n  }\n";
  expect(framed(text, text.slice(10, -1), { label: "this body" })).toBe(
    lines(
      " --> a.gda:1:11",
      "  |",
      "1 | attention {",
      "  |           ^",
      "...",
      "5 |   }",
      "  |   ^ this body",
      "  |",
    ),
  );
});

test("a span that ends with a line break ends in its own line", () => {
  expect(framed("one\ntwo\n", "one\n", { label: "here" })).toBe(
    lines(" --> a.gda:1:1", "  |", "1 | one", "  | ^^^ here", "  |"),
  );
});

test.each([
  ["LF", "a\nb: c\n"],
  ["CRLF", "a\r\nb: c\r\n"],
  ["CR", "a\rb: c\r"],
])("line ends: %s", (_, text) => {
  expect(framed(text, "c")).toBe(lines(" --> a.gda:2:4", "  |", "2 | b: c", "  |    ^", "  |"));
});

test("an empty span has one mark", () => {
  expect(framed("mask:", { file: "a.gda", start: 5, end: 5 }, { label: "a value" })).toBe(
    lines(" --> a.gda:1:6", "  |", "1 | mask:", "  |      ^ a value", "  |"),
  );
});

test("an empty span in a word marks the next character", () => {
  expect(framed("32K", { file: "a.gda", start: 2, end: 2 })).toBe(
    lines(" --> a.gda:1:3", "  |", "1 | 32K", "  |   ^", "  |"),
  );
});

test("the end of a file, after its last line break", () => {
  expect(framed("model A {\n", { file: "a.gda", start: 10, end: 10 }, { label: "`}`" })).toBe(
    lines(" --> a.gda:2:1", "  |", "2 |", "  | ^ `}`", "  |"),
  );
});

test("an empty file", () => {
  expect(framed("", { file: "a.gda", start: 0, end: 0 })).toBe(
    lines(" --> a.gda:1:1", "  |", "1 |", "  | ^", "  |"),
  );
});

test("a span past the end of the file", () => {
  expect(framed("abc", { file: "a.gda", start: 90, end: 99 })).toBe(
    lines(" --> a.gda:1:4", "  |", "1 | abc", "  |    ^", "  |"),
  );
});

test("tabs are drawn as four blanks, before the mark and inside it", () => {
  expect(framed("\tmask:\tfull", "full")).toBe(
    lines(" --> a.gda:1:8", "  |", "1 |     mask:    full", "  |              ^^^^", "  |"),
  );
  expect(framed("a\tb", "a\tb")).toBe(
    lines(" --> a.gda:1:1", "  |", "1 | a    b", "  | ^^^^^^", "  |"),
  );
});

test.each([
  ["wide characters", "// 漢字 mask", "mask", 7, "        ^^^^"],
  ["an emoji", "// 😀 mask", "mask", 7, "      ^^^^"],
  ["a family of emoji", "// 👩‍👩‍👧 mask", "mask", 13, "      ^^^^"],
  ["combining marks", "// e\u0301 mask", "mask", 7, "     ^^^^"],
  ["a wide character as the span", "// 漢 x", "漢", 4, "   ^^"],
])("columns count what is drawn: %s", (_, text, piece, column, marks) => {
  expect(framed(text, piece)).toBe(
    lines(` --> a.gda:1:${column}`, "  |", `1 | ${text}`, `  | ${marks}`, "  |"),
  );
});

test("control characters and reordering characters are drawn as pictures", () => {
  expect(framed('"\x1b[31m\0\u202e\ud800" x', "x")).toBe(
    lines(" --> a.gda:1:12", "  |", '1 | "␛[31m␀��" x', "  |            ^", "  |"),
  );
  const rendered = renderPretty(
    [{ ...finding(spanOf("x", "x")), message: "no `\x1b[2J`" }],
    sourcesOf({ "a.gda": "x" }),
  );
  expect(rendered).toContain("error[GDA0001]: no `␛[2J`\n");
});

test("a line of 120 columns is whole, a longer one is cut around the primary mark", () => {
  const fits = `${"a".repeat(119)}x`;
  expect(framed(fits, "x")).toContain(`1 | ${fits}\n  | ${" ".repeat(119)}^\n`);

  const long = `first ${"a".repeat(200)} x ${"b".repeat(200)} last`;
  expect(
    framed(long, "x", { label: "here", secondary: [labelAt(long, "first", "far away")] }),
  ).toBe(
    lines(
      " --> a.gda:1:208",
      "  |",
      `1 | …${"a".repeat(39)} x ${"b".repeat(78)}…`,
      `  | -${" ".repeat(40)}^ here`,
      "  | |",
      "  | far away",
      "  |",
    ),
  );
});

test("a line of wide characters is cut by its columns", () => {
  const text = `${"漢".repeat(100)}x`;
  expect(framed(text, "x")).toBe(
    lines(" --> a.gda:1:101", "  |", `1 | …${"漢".repeat(20)}x`, `  | ${" ".repeat(41)}^`, "  |"),
  );
});

test("a line of megabytes takes no time", () => {
  const text = `${"a".repeat(10_000_000)}x`;
  const start = performance.now();
  expect(framed(text, "x")).toContain(`…${"a".repeat(40)}x\n`);
  expect(performance.now() - start).toBeLessThan(2000);
});

test("findings are in the order of files and places, and each is there once", () => {
  const files = { "b.gda": "x y", "a.gda": "x" };
  const [bx, by, ax] = [
    finding(spanOf("x y", "x", "b.gda")),
    finding(spanOf("x y", "y", "b.gda")),
    finding(spanOf("x", "x")),
  ];
  const rendered = renderPretty([by, bx, ax, bx], sourcesOf(files));
  expect(rendered.match(/--> .*/g)).toEqual(["--> a.gda:1:1", "--> b.gda:1:1", "--> b.gda:1:3"]);
});

test("beyond fifty findings the rest is counted, and errors are shown before warnings", () => {
  const text = "x".repeat(70);
  const at = (start: number): SourceSpan => ({ file: "a.gda", start, end: start + 1 });
  const warnings = Array.from({ length: 60 }, (_, i) =>
    finding(at(i), {}, { code: "GDA0002", severity: "warning" }),
  );
  const rendered = renderPretty([...warnings, finding(at(65))], sourcesOf({ "a.gda": text }));
  expect(rendered.match(/^warning\[/gm)).toHaveLength(49);
  expect(rendered.match(/^error\[/gm)).toHaveLength(1);
  expect(rendered).toMatch(
    /\n\.\.\. and 11 more\n\n1 error, 60 warnings — `gda explain GDA0001` says more\n$/,
  );
});

test("parts are painted as the style has it", () => {
  const text = "a b";
  const tag = (name: string) => (part: string) => `<${name}>${part}</${name}>`;
  const rendered = renderPretty(
    [finding(spanOf(text, "a"), { label: "one", secondary: [labelAt(text, "b", "two")] })],
    sourcesOf({ "a.gda": text }),
    {
      error: tag("e"),
      warning: tag("w"),
      note: tag("n"),
      gutter: tag("g"),
      strong: tag("s"),
      added: tag("a"),
      removed: tag("r"),
    },
  );
  expect(rendered).toBe(
    lines(
      "<e>error[GDA0001]</e><s>: this is wrong</s>",
      " <g>--></g> a.gda:1:1",
      "<g>  |</g>",
      "<g>1 |</g> a b",
      "<g>  |</g> <e>^</e> <n>-</n> <n>two</n>",
      "<g>  |</g> <n>|</n>",
      "<g>  |</g> <e>one</e>",
      "<g>  |</g>",
      "",
      "1 error — `gda explain GDA0001` says more",
      "",
    ),
  );
});
