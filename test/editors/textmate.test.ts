import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { markdownFence, textmate } from "../../editors/textmate/grammar.js";
import { texts } from "../../editors/textmate/texts.js";
import { tokenizer } from "../../editors/textmate/tokenizer.js";
import { soup } from "../grammar/mutations.js";
import { written } from "../grammar/write.js";

const tokenize = await tokenizer(textmate());

test.each([...texts])("%s is what `npm run grammar` writes", async (file, text) => {
  expect(await readFile(file, "utf8")).toBe(text);
});

test("the scopes of every construct are those written below it in test/editors/grammar", async () => {
  const program = createRequire(import.meta.url).resolve("vscode-tmgrammar-test/dist/unit.js");
  const files = "test/editors/grammar/*.gda";
  const options = ["--config", "editors/vscode/package.json", files];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options]);
  expect(stdout.match(/✓ .*\.gda/g)).toHaveLength(5);
});

test("no line changes the colours of the next, whatever it holds", () => {
  const expectClosed = (text: string) => {
    for (const { open } of tokenize(text)) expect(open).toBe(false);
  };
  fc.assert(fc.property(soup, expectClosed));
  fc.assert(fc.property(fc.string({ unit: "binary" }), expectClosed));
  const cut = fc.tuple(written, fc.nat());
  fc.assert(fc.property(cut, ([{ text }, at]) => expectClosed(text.slice(0, at % text.length))));
});

test("a block of Markdown that is fenced as gda is coloured, and nothing behind it", async () => {
  const page = { ...markdownFence(), injectionSelector: "", scopeName: "text.html.markdown" };
  const read = await tokenizer(page, textmate());
  const lines = read(
    "```gda\nhidden: 4096\n\n// to the end\n```\nhidden: 4096\n```js\nhidden\n```",
  );
  const scopes = lines.map(({ tokens }) => tokens[0]?.scopes.at(-1));
  expect(scopes).toEqual([
    "punctuation.definition.markdown",
    "variable.other.property.gda",
    "meta.embedded.block.gda",
    "comment.line.double-slash.gda",
    "punctuation.definition.markdown",
    "text.html.markdown",
    "text.html.markdown",
    "text.html.markdown",
    "text.html.markdown",
  ]);
});
