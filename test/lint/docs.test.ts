import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "../../compiler/lint/read-config.js";
import { rules } from "../../compiler/lint/rules.js";

const docs = readFileSync("docs/lint.md", "utf8");

test("docs/lint.md has every rule, as it is", () => {
  const rows = docs.split("\n").filter((line) => line.startsWith("| GDA"));
  const cells = rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(cells).toEqual(
    rules.map(({ row, set, doc, options }) => [
      row.code,
      `\`${row.slug}\``,
      set,
      doc,
      Object.keys(options)
        .map((name) => `\`${name}\``)
        .join(", "),
    ]),
  );
});

test("its configuration is one", () => {
  const [, json = ""] = /^```json\n(.*?)^```$/ms.exec(docs) ?? [];
  expect(readConfig(json, "gda.config.json").diagnostics).toEqual([]);
});

test("a rule, its file and its test have one name", () => {
  const slugs = rules.map(({ row }) => row.slug).toSorted();
  expect(readdirSync("compiler/lint/rules").toSorted()).toEqual(slugs.map((it) => `${it}.ts`));
  expect(readdirSync("test/lint/rules").toSorted()).toEqual(slugs.map((it) => `${it}.test.ts`));
});
