import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import type { Analysis } from "../../compiler/analyze.js";
import { renderPretty } from "../../compiler/diagnostics/index.js";
import { pagesFolder, readPage } from "../../compiler/diagnostics/pages.js";
import { table } from "../../compiler/diagnostics/table.js";
import { ENTRY, parsePage } from "./page.js";
import type { Page } from "./page.js";

function pageOf(code: string): Page {
  return parsePage(readPage(code) ?? "");
}

function analysed(files: ReadonlyMap<string, string>): Analysis {
  return analyze(ENTRY, { read: (file) => files.get(file) });
}

/** Findings that no example can show: they need a huge file, bytes that are no text, or a build. */
const UNSHOWABLE = [
  "GDA1001",
  "GDA1002",
  "GDA1005",
  "GDA2013",
  "GDA2014",
  "GDA6101",
  "GDA6102",
  "GDA6111",
  "GDA6112",
];

const codes = [...table.keys()].toSorted();
// From 7 on a code is no finding in a spec: it is thrown while a package or a command runs.
const shown = codes.filter((code) => code < "GDA7" && !UNSHOWABLE.includes(code));
const told = codes.filter((code) => !shown.includes(code));

test("every code has a page, and every page a code", () => {
  const pages = readdirSync(pagesFolder).map((file) => file.replace(/\.md$/, ""));
  expect(pages.toSorted()).toEqual(codes);
});

test.each(codes)("%s: the title has the code and the slug", (code) => {
  expect(pageOf(code).title).toBe(`# ${code}: ${table.get(code)?.slug}`);
});

test.each(shown)("%s: the wrong example shows this finding alone", async (code) => {
  const page = pageOf(code);
  expect(page.sections).toEqual(["Wrong", "Why", "Right"]);
  const { diagnostics, sources } = analysed(page.wrong);
  expect(new Set(diagnostics.map((d) => d.code))).toEqual(new Set([code]));
  await expect(renderPretty(diagnostics, sources)).toMatchFileSnapshot(`expected/${code}.txt`);
});

test.each(shown)("%s: the right example is clean", (code) => {
  const { diagnostics, sources } = analysed(pageOf(code).right);
  expect(renderPretty(diagnostics, sources)).toBe("");
});

test.each(told)("%s: the page says what happened, why, and what to do", (code) => {
  expect(pageOf(code).sections).toEqual(["What happened", "Why", "What to do"]);
});
