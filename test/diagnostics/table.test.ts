import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { table } from "../../compiler/diagnostics/table.js";

/** Every row that the sources declare, wherever that is. */
function declared(): { code: string; slug: string; file: string }[] {
  return ["grammar", "compiler", "runtime"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => {
        const text = readFileSync(`${folder}/${file}`, "utf8");
        const rows = text.matchAll(/\b(?:rule|row)(?:<[^>]*>+)?\(\s*"(GDA\d+)",\s*"([^"]+)"/g);
        return Array.from(rows, ([, code = "", slug = ""]) => ({ code, slug, file }));
      }),
  );
}

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, i) => values.indexOf(value) !== i);
}

test("every row that is declared is in the table", () => {
  const missing = declared().filter(({ code, slug }) => table.get(code)?.slug !== slug);
  expect(missing).toEqual([]);
  expect(table.size).toBe(declared().length);
});

test("no code and no slug is used twice", () => {
  expect(repeated(declared().map((row) => row.code))).toEqual([]);
  expect(repeated(declared().map((row) => row.slug))).toEqual([]);
});

test("codes have four digits, slugs are words in kebab case", () => {
  for (const { code, slug } of table.values()) {
    expect(code).toMatch(/^GDA[1-9]\d{3}$/);
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  }
});
