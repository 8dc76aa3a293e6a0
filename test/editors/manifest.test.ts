import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { renderShort } from "../../compiler/diagnostics/index.js";
import { version } from "../../compiler/version.js";
import configuration from "../../editors/vscode/gda.language-configuration.json" with { type: "json" };
import manifest from "../../editors/vscode/package.json" with { type: "json" };
import snippets from "../../editors/vscode/snippets/gda.json" with { type: "json" };
import { parse } from "../../grammar/parse.js";
import { print } from "../../grammar/print.js";
import { createSource } from "../../grammar/source.js";

const { contributes } = manifest;
const sources = readdirSync("editors/vscode/src")
  .map((file) => readFileSync(`editors/vscode/src/${file}`, "utf8"))
  .join("\n");

test("the manifest and the code name the same commands and settings", () => {
  const registered = [...sources.matchAll(/registerCommand\(\s*"([^"]+)"/g)].map(([, id]) => id);
  const offered = contributes.commands.map(({ command }) => command);
  expect(new Set(registered)).toEqual(new Set(offered));
  for (const entries of Object.values(contributes.menus)) {
    for (const { command } of entries) expect(offered).toContain(command);
  }
  const used = [...sources.matchAll(/\.get<\w+>\("([^"]+)"/g)].map(([, name]) => `gda.${name}`);
  // The trace is the library's own setting.
  expect([...new Set([...used, "gda.trace.server"])].toSorted()).toEqual(
    Object.keys(contributes.configuration.properties).toSorted(),
  );
});

test("its version is the compiler's, and its engine that of the types it is built with", () => {
  const types = readFileSync("node_modules/@types/vscode/package.json", "utf8");
  expect(manifest.version).toBe(version);
  expect(types).toContain(`"version": "${manifest.engines.vscode.slice(1)}"`);
});

/** A snippet as it is inserted: the first of several words, the text of a place to fill in. */
function inserted(body: readonly string[]): string {
  return body
    .join("\n")
    .replaceAll(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, "$1")
    .replaceAll(/\$\{\d+:([^}]*)\}/g, "$1")
    .replaceAll("$0", "");
}

/** Where snippets that are no declarations stand. */
const places: Readonly<Record<string, (text: string) => string>> = {
  attention: (text) => `model A {\n${text.replaceAll(/^/gm, "  ")}\n}\n`,
  param: (text) => `model A {\n  ${text}\n}\n`,
  group: (text) => `model A {\n  attention {\n    ${text}\n  }\n}\n`,
  layers: (text) => `model A {\n  attention {\n    ${text}\n  }\n}\n`,
};

test.each(Object.entries(snippets))("the snippet %s is well formed and formatted", (_, snippet) => {
  const text = inserted(snippet.body);
  const whole = places[snippet.prefix]?.(text) ?? `${text.trimEnd()}\n`;
  const source = createSource("snippet.gda", whole);
  const { tree, diagnostics } = parse(source);
  expect(diagnostics).toEqual([]);
  expect(print(tree, source)).toBe(whole);
});

test("a model out of a snippet has a plan", () => {
  const family = 'import { Motif } from "gda:families"\n';
  for (const text of [
    inserted(snippets.model.body),
    family + inserted(snippets["model extends"].body),
  ]) {
    const { models, diagnostics } = analyze("a.gda", { read: () => text });
    expect(diagnostics).toEqual([]);
    expect(models).toHaveLength(1);
  }
});

test("the problem matcher reads what `--format short` prints", () => {
  const file = "specs/a b:1.gda";
  const text = "model A {\n  hidden 4096\n}\n";
  const { diagnostics } = parse(createSource(file, text));
  const printed = renderShort(diagnostics, new Map([[file, createSource(file, text)]]));
  const [problem = expect.fail("there is a pattern")] = contributes.problemPatterns;
  const { regexp, ...groups } = problem;
  const found = new RegExp(regexp).exec(printed.trimEnd());
  expect(
    [groups.file, groups.line, groups.column, groups.severity].map((at) => found?.[at]),
  ).toEqual([file, "2", "9", "error"]);
  expect([found?.[groups.code], found?.[groups.message]]).toEqual([
    "GDA1032",
    "A colon is missing between `hidden` and its value.",
  ]);
});

test("the pages show pictures that are there, none above 200 KB", () => {
  const page = readFileSync("docs/editors.md", "utf8");
  const shown = [...page.matchAll(/\]\((pictures\/[\w-]+\.png)\)/g)].map(([, file]) => file);
  const there = readdirSync("docs/pictures").map((file) => `pictures/${file}`);
  expect(new Set(shown)).toEqual(new Set(there));
  for (const file of there) expect(statSync(`docs/${file}`).size).toBeLessThan(200_000);
});

test("words, indentation and comments go on as the language has them", () => {
  const word = new RegExp(configuration.wordPattern, "g");
  expect("head_dim: 16_384, 1e-5, 2.4T tokens, lambda.init, 4:1".match(word)).toEqual([
    "head_dim",
    "16_384",
    "1e-5",
    "2.4T",
    "tokens",
    "lambda",
    "init",
    "4",
    "1",
  ]);
  const { increaseIndentPattern: more, decreaseIndentPattern: less } =
    configuration.indentationRules;
  expect("  attention {  // with noise").toMatch(new RegExp(more));
  expect('  lossy "a { b" {').toMatch(new RegExp(more));
  expect("  // not {").not.toMatch(new RegExp(more));
  expect("  mlp { width: 1 }").not.toMatch(new RegExp(more));
  expect("  }").toMatch(new RegExp(less));
  const [doc, comment, block] = configuration.onEnterRules;
  expect("  /// What it is.").toMatch(new RegExp(doc?.beforeText ?? ""));
  expect("  // A remark.").not.toMatch(new RegExp(doc?.beforeText ?? ""));
  expect("  // A remark.").toMatch(new RegExp(comment?.beforeText ?? ""));
  expect("  rope: half(").toMatch(new RegExp(block?.beforeText ?? ""));
});
