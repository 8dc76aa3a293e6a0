import fc from "fast-check";
import prettier, { type Options } from "prettier";
import { expect, test } from "vitest";
import { parse } from "../../grammar/parse.js";
import * as plugin from "../../grammar/prettier/index.js";
import { print } from "../../grammar/print.js";
import { createSource } from "../../grammar/source.js";
import { examples } from "../grammar/examples.js";
import { formats } from "../grammar/formats.js";
import { mistakes } from "../grammar/mistakes.js";
import { unmark } from "../grammar/marked.js";
import { bare } from "../grammar/nodes.js";
import { written } from "../grammar/write.js";

function format(text: string, options: Options = {}): Promise<string> {
  return prettier.format(text, { parser: "gda", plugins: [plugin], ...options });
}

function read(text: string) {
  const source = createSource("test.gda", text);
  return { source, ...parse(source) };
}

/** What Prettier's own tests ask of a language (FULL_TEST): the tree stays, and so does what it gives. */
async function expectFormatted(text: string): Promise<void> {
  const { tree, source } = read(text);
  const formatted = await format(text);
  expect(formatted).toBe(print(tree, source));
  const again = read(formatted);
  expect(bare(again.tree)).toEqual(bare(tree));
  const comments = (of: typeof tree) => of.comments.map((each) => each.text.trimEnd()).toSorted();
  expect(comments(again.tree)).toEqual(comments(tree));
  expect(await format(formatted)).toBe(formatted);
  const lines = text.replaceAll(/\r\n?/g, "\n");
  expect(await format(lines.replaceAll("\n", "\r\n"))).toBe(formatted);
  expect(await format(lines.replaceAll("\n", "\r"))).toBe(formatted);
  expect(await format(`\uFEFF${text}`)).toBe(`\uFEFF${formatted}`);
}

test.each([...examples])("%s is formatted as by `gda fmt`", async (_, text) => {
  await expectFormatted(text);
});

test.each(formats.map(([name, text]) => [name, text] as const))("%s", async (_, text) => {
  await expectFormatted(text);
});

test("any text without mistakes is formatted as by `gda fmt`", async () => {
  await fc.assert(
    fc.asyncProperty(written, ({ text }) => expectFormatted(text)),
    { numRuns: 20 },
  );
});

test("a text with mistakes is refused with the first one's place", async () => {
  for (const [marked] of mistakes) {
    await expect(format(unmark(marked).text)).rejects.toThrow(SyntaxError);
  }
  const refused: unknown = await format("model A {\n  hidden 4096\n}\n").catch(
    (error: unknown) => error,
  );
  const frame = `  1 | model A {
> 2 |   hidden 4096
    |         ^
  3 | }
  4 |`;
  expect(refused).toMatchObject({
    message: `GDA1032: A colon is missing between \`hidden\` and its value. (2:9)\n${frame}`,
    loc: { start: { line: 2, column: 9 }, end: { line: 2, column: 9 } },
  });
});

const spec = `model A {
  hidden: 4096, attention { heads: 40, groups: 8, head_dim: 128, mask: causal }
}
`;

test("width and indentation are Prettier's", async () => {
  expect(await format(spec)).toBe(spec);
  expect(await format(spec, { printWidth: 60, tabWidth: 4 })).toBe(`model A {
    hidden: 4096
    attention {
        heads: 40, groups: 8, head_dim: 128, mask: causal
    }
}
`);
  expect(await format(spec, { printWidth: 60, tabWidth: 8, useTabs: true })).toBe(`model A {
\thidden: 4096
\tattention {
\t\theads: 40, groups: 8, head_dim: 128
\t\tmask: causal
\t}
}
`);
});

test("line ends are as Prettier is told", async () => {
  const dos = spec.replaceAll("\n", "\r\n");
  expect(await format(spec, { endOfLine: "crlf" })).toBe(dos);
  expect(await format(dos, { endOfLine: "auto" })).toBe(dos);
  expect(await format(spec.replaceAll("\n", "\r"), { endOfLine: "auto" })).toBe(
    spec.replaceAll("\n", "\r"),
  );
});

test("what follows `// prettier-ignore` keeps its form, for `gda fmt` too", async () => {
  const ignored = `// prettier-ignore
const  table = [1,   2,
                3,   4]

model A {
  // prettier-ignore
  mlp { width:   8,  // why
        form: gated }
  rope: half(
    // prettier-ignore
    theta:   1e4,
  )
}
`;
  await expectFormatted(ignored);
  expect(await format(ignored.replaceAll("  // why", "  // why  "))).toBe(ignored);
});

test("a first comment `@format` asks for it, `@noformat` against it", async () => {
  expect(await format(spec, { insertPragma: true })).toBe(`// @format\n\n${spec}`);
  const wide = "// A.\n// @format\nconst  a = 1\n";
  expect(await format(wide, { requirePragma: true })).not.toBe(wide);
  const bare = "const  a = 1  // @format\n";
  expect(await format(bare, { requirePragma: true })).toBe(bare);
  const kept = "/// @noformat\nconst  a = 1\n";
  expect(await format(kept, { checkIgnorePragma: true })).toBe(kept);
});

test("blocks of Markdown are formatted, and those with mistakes stay", async () => {
  const page = "- a\n\n  ```gda\n  const  a = 1\n  ```\n\n```gda\nconst  a\n```\n";
  expect(await format(page, { parser: "markdown" })).toBe(page.replace("const  a =", "const a ="));
});

test("the cursor stays where it is, and a range is left to the language server", async () => {
  const wide = "const  a = 1\nconst b  = 2\n";
  const options = { parser: "gda", plugins: [plugin] };
  const moved = await prettier.formatWithCursor(wide, { ...options, cursorOffset: 7 });
  expect(moved).toMatchObject({ formatted: "const a = 1\nconst b = 2\n", cursorOffset: 6 });
  expect(await format(wide, { rangeStart: 14, rangeEnd: 20 })).toBe(wide);
});
