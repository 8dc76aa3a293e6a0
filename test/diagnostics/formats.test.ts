import { expect, test } from "vitest";
import { renderJson } from "../../compiler/diagnostics/json.js";
import { renderShort } from "../../compiler/diagnostics/short.js";
import { finding, labelAt, sourcesOf, spanOf } from "./finding.js";

const text = "model A {\n\tmask: full\n}\n";
const span = spanOf(text, "full");
const sources = sourcesOf({ "a.gda": text });
const found = finding(span, {
  label: "unknown",
  secondary: [labelAt(text, "A", "in here"), { span: spanOf(text, "mask") }],
  help: ["write `causal`"],
  fixes: [{ title: "write `causal`", edits: [{ span, text: "causal" }] }],
});

test("short: one line a finding", () => {
  const elsewhere = finding({ file: "z.gda", start: 1, end: 2 }, {}, { severity: "warning" });
  expect(renderShort([elsewhere, found], sources)).toBe(
    "a.gda:2:8: error[GDA0001]: this is wrong\nz.gda: warning[GDA0001]: this is wrong\n",
  );
});

test("short: a message keeps to its line", () => {
  expect(renderShort([{ ...found, message: "one\ntwo" }], sources)).toBe(
    "a.gda:2:8: error[GDA0001]: one␊two\n",
  );
});

test("json: one object a line with all that a finding holds", () => {
  const [line = "", rest] = renderJson([found], sources).split("\n");
  expect(rest).toBe("");
  const place = {
    file: "a.gda",
    start: { offset: 17, line: 2, column: 8 },
    end: { offset: 21, line: 2, column: 12 },
  };
  expect(JSON.parse(line)).toEqual({
    code: "GDA0001",
    severity: "error",
    message: "this is wrong",
    primary: { ...place, label: "unknown" },
    secondary: [
      {
        file: "a.gda",
        start: { offset: 6, line: 1, column: 7 },
        end: { offset: 7, line: 1, column: 8 },
        label: "in here",
      },
      {
        file: "a.gda",
        start: { offset: 11, line: 2, column: 2 },
        end: { offset: 15, line: 2, column: 6 },
      },
    ],
    help: ["write `causal`"],
    fixes: [{ title: "write `causal`", edits: [{ ...place, text: "causal" }] }],
  });
});

test("json: a known code carries its slug", () => {
  expect(renderJson([{ ...found, code: "GDA8001" }], sources)).toContain(
    '"code":"GDA8001","slug":"unreadable-file"',
  );
});
