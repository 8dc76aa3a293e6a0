import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { FORMATS, render } from "../../compiler/diagnostics/formats.js";
import { renderGithub } from "../../compiler/diagnostics/github.js";
import { renderJunit } from "../../compiler/diagnostics/junit.js";
import { renderRdjson } from "../../compiler/diagnostics/rdjson.js";
import { renderSarif } from "../../compiler/diagnostics/sarif.js";
import { plain } from "../../compiler/diagnostics/style.js";
import { uriOf } from "../../compiler/diagnostics/uri.js";
import { finding, labelAt, sourcesOf, spanOf } from "./finding.js";

/** A name and a text with all that formats have to escape, measure or cut. */
const file = "my specs/50%,a:b <ü>.gda";
const text =
  '/// 頭 😀 head\r\nmodel A {\r\n\tmask: full, rope {\r\n    theta: "1"\r\n  }\r\n}\r\n';
const sources = sourcesOf({ [file]: text, "b.gda": "family B {}\n" });

const full = spanOf(text, "full", file);
const findings = [
  {
    ...finding(full, {
      label: "not a mask",
      secondary: [
        labelAt(text, "A", "in here", file),
        { span: spanOf("family B {}\n", "B", "b.gda") },
      ],
      help: ["write `causal`", "100 %"],
      fixes: [{ title: "Write `causal`", edits: [{ span: full, text: "causal" }] }],
    }),
    code: "GDA3001",
    message: '`full` is no mask: 50 %, <b> & "c".',
  },
  {
    ...finding(spanOf(text, text.slice(text.indexOf("rope"), text.indexOf("  }") + 3), file)),
    severity: "warning" as const,
    code: "GDA9001",
    fixes: [
      {
        title: "Take both out",
        edits: [
          { span: spanOf(text, "rope", file), text: "ROPE" },
          { span: spanOf(text, '"1"', file), text: "1\n" },
        ],
      },
    ],
  },
  { ...finding(spanOf(text, "head", file)), code: "GDA1001" },
  { ...finding({ file: "gone.gda", start: 0, end: 0 }), code: "GDA2001" },
];

const page = (code: string): string | undefined =>
  code === "GDA3001"
    ? "# GDA3001: no-such-word\n\nA word is\nnot known.\n\n## Wrong\n\nso\n"
    : undefined;

test("sarif: the exact text, and valid by the schema of OASIS", async () => {
  const sarif = renderSarif(findings, sources, page);
  await expect(sarif).toMatchFileSnapshot("exchange/findings.sarif");
  // The schema is `sarif-2.1/prose/sarif-schema-2.1.0.json` of github.com/oasis-tcs/sarif-spec.
  const schema: unknown = JSON.parse(
    readFileSync("test/diagnostics/exchange/sarif-schema-2.1.0.json", "utf8"),
  );
  if (typeof schema !== "object" || schema === null) throw new Error("no schema");
  const ajv = new Ajv({
    strict: false,
    unicodeRegExp: false,
    formats: {
      uri: (it: string) => URL.canParse(it),
      "uri-reference": (it: string) => URL.canParse(it, "file:///x/") && !/[\s<>"]/.test(it),
      "date-time": true,
    },
  });
  const validate = ajv.compile(schema);
  expect(validate(JSON.parse(sarif)) ? [] : validate.errors).toEqual([]);
  expect(validate({ version: "2.1.0" })).toBe(false);
});

test("sarif: a fingerprint stays when lines are put in above", () => {
  const shifted = `// above\n${text}`;
  const moved = [{ ...finding(spanOf(shifted, "full", file)), code: "GDA3001" }];
  const of = (log: string): unknown => /"gda\/v1": "(.*)"/.exec(log)?.[1];
  const before = of(renderSarif(findings.slice(0, 1), sources, page));
  expect(of(renderSarif(moved, sourcesOf({ [file]: shifted }), page))).toBe(before);
});

test("sarif: equal lines have fingerprints of their own", () => {
  const twice = "mask: full\nmask: full\n";
  const both = [6, 17].map((start) => ({
    ...finding({ file: "a.gda", start, end: start + 4 }),
    message: String(start),
  }));
  const log = renderSarif(both, sourcesOf({ "a.gda": twice }), page);
  const prints = Array.from(log.matchAll(/"gda\/v1": "(.*)"/g), ([, print]) => print);
  expect(new Set(prints).size).toBe(2);
});

test("github: the exact text", async () => {
  await expect(renderGithub(findings, sources)).toMatchFileSnapshot("exchange/findings.github.txt");
});

test("github: of more than ten errors the others are plain lines, and warnings keep their ten", () => {
  const many = Array.from({ length: 23 }, (_, i) => ({
    ...finding({ file: "a.gda", start: i, end: i + 1 }),
    severity: i < 12 ? ("warning" as const) : ("error" as const),
  }));
  const lines = renderGithub(many, sourcesOf({ "a.gda": "x".repeat(30) })).split("\n");
  expect(lines.filter((line) => line.startsWith("::error"))).toHaveLength(10);
  expect(lines.filter((line) => line.startsWith("::warning"))).toHaveLength(10);
  expect(lines.findIndex((line) => line.startsWith("::warning"))).toBe(10);
  expect(lines.slice(20)).toEqual([
    "a.gda:1:11: warning[GDA0001]: this is wrong",
    "a.gda:1:12: warning[GDA0001]: this is wrong",
    "a.gda:1:23: error[GDA0001]: this is wrong",
    "3 of these have no annotation: GitHub shows 10 errors and 10 warnings a step.",
    "11 errors, 12 warnings — `gda explain GDA0001` says more",
    "",
  ]);
});

test("rdjson: the exact text", async () => {
  await expect(renderRdjson(findings, sources)).toMatchFileSnapshot("exchange/findings.rdjson");
});

test("junit: the exact text, with a case that passes for a file without a finding", async () => {
  const xml = renderJunit(findings, sources, [file, "b.gda"]);
  await expect(xml).toMatchFileSnapshot("exchange/findings.junit.xml");
});

test("without findings only people and documents are told so", async () => {
  const none = { diagnostics: [], sources: new Map(), files: ["a.gda"] };
  const texts = await Promise.all(FORMATS.map((format) => render(format, none, plain)));
  expect(texts.map((it) => it.split("\n").length)).toEqual([2, 1, 1, 18, 1, 7, 7]);
});

test.each([
  ["a.gda", "a.gda"],
  ["../a b/c.gda", "../a%20b/c.gda"],
  ["/x/50%.gda", "file:///x/50%25.gda"],
  ["C:/x/a.gda", "file:///C:/x/a.gda"],
  ["a:b/c?#.gda", "a%3Ab/c%3F%23.gda"],
  ["gda:families", "gda:families"],
  ["\ud83d.gda", "%EF%BF%BD.gda"],
  ["--param r", "--param%20r"],
])("the URI of %s", (name, uri) => {
  expect(uriOf(name)).toBe(uri);
});
