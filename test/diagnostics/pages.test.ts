import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import type { Analysis } from "../../compiler/analyze.js";
import { renderPretty } from "../../compiler/diagnostics/index.js";
import { LineIndex } from "../../compiler/diagnostics/lines.js";
import { pagesFolder, readPage } from "../../compiler/diagnostics/pages.js";
import { table } from "../../compiler/diagnostics/table.js";
import { configure } from "../../compiler/lint/config.js";
import { lint } from "../../compiler/lint/lint.js";
import { readConfig } from "../../compiler/lint/read-config.js";
import { rules } from "../../compiler/lint/rules.js";
import { ENTRY, parsePage } from "./page.js";
import type { Page } from "./page.js";

function pageOf(code: string): Page {
  return parsePage(readPage(code) ?? "");
}

function analysed(files: ReadonlyMap<string, string>): Analysis {
  return analyze(ENTRY, { read: (file) => files.get(file) });
}

/** Errors, and for the page of a lint what it finds beside the recommended ones. */
function found(code: string, files: ReadonlyMap<string, string>): Findings {
  const analysis = analysed(files);
  const { slug = "" } = table.get(code) ?? {};
  const config = configure("recommended", new Map([[slug, { severity: "warning" }]]));
  const lints = code > "GDA9" ? lint(analysis, config) : [];
  return { diagnostics: [...analysis.diagnostics, ...lints], sources: analysis.sources };
}

type Findings = Pick<Analysis, "diagnostics" | "sources">;

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
];

const codes = [...table.keys()].toSorted();
// From 7 on a code is no finding in a spec: it is thrown while a package or a command runs. Only
// from 9 on it is one again: a lint.
const shown = codes.filter(
  (code) => (code < "GDA7" || code > "GDA9") && !UNSHOWABLE.includes(code),
);
const told = codes.filter((code) => !shown.includes(code));
const lints = rules.map(({ row }) => row.code);

test("every code has a page, and every page a code", () => {
  const pages = readdirSync(pagesFolder).map((file) => file.replace(/\.md$/, ""));
  expect(pages.toSorted()).toEqual(codes);
});

test.each(codes)("%s: the title has the code and the slug", (code) => {
  expect(pageOf(code).title).toBe(`# ${code}: ${table.get(code)?.slug}`);
});

test.each(shown)("%s: the wrong example shows this finding alone", async (code) => {
  const page = pageOf(code);
  const ending = lints.includes(code) ? ["Configure"] : [];
  expect(page.sections).toEqual(["Wrong", "Why", "Right", ...ending]);
  const { diagnostics, sources } = found(code, page.wrong);
  expect(new Set(diagnostics.map((d) => d.code))).toEqual(new Set([code]));
  await expect(renderPretty(diagnostics, sources)).toMatchFileSnapshot(`expected/${code}.txt`);
});

test.each(shown)("%s: the right example is clean", (code) => {
  const { diagnostics, sources } = found(code, pageOf(code).right);
  expect(renderPretty(diagnostics, sources)).toBe("");
});

test.each(told)("%s: the page says what happened, why, and what to do", (code) => {
  expect(pageOf(code).sections).toEqual(["What happened", "Why", "What to do"]);
});

test.each(lints)("%s: the page configures the rule, and allows what it finds", (code) => {
  const text = readPage(code) ?? "";
  const [, json = ""] = /^```json\n(.*?)^```$/ms.exec(text) ?? [];
  expect(readConfig(json, "gda.config.json").diagnostics).toEqual([]);
  expect(json).toContain(`"${table.get(code)?.slug}"`);

  const [allowance = ""] = /^\/\/ gda-allow .*$/m.exec(text) ?? [];
  const { wrong } = pageOf(code);
  const lines = (wrong.get(ENTRY) ?? "").split("\n");
  const index = new LineIndex(wrong.get(ENTRY) ?? "");
  const places = found(code, wrong).diagnostics.map(
    ({ primary }) => index.position(primary.span.start).line - 1,
  );
  const allowed = lines.flatMap((line, i) => (places.includes(i) ? [allowance, line] : [line]));
  const files = new Map([...wrong, [ENTRY, allowed.join("\n")]]);
  expect(found(code, files).diagnostics).toEqual([]);
});
