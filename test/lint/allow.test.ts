import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { configure, recommended } from "../../compiler/lint/config.js";
import { edited, fixesIn } from "../../compiler/lint/fix.js";
import { lint } from "../../compiler/lint/lint.js";
import { parse } from "../../grammar/parse.js";
import { print } from "../../grammar/print.js";
import { createSource } from "../../grammar/source.js";
import { motif } from "./lints.js";

const wide = "group[4] { signal: 8, noise: 1 }";

function findings(text: string, config = recommended) {
  const analysis = analyze("a.gda", { read: (file) => (file === "a.gda" ? text : undefined) });
  return lint(analysis, config);
}

/** Codes with lines, as `9001 in 5`. */
function codes(text: string): readonly string[] {
  return findings(text).map(({ code, primary }) => {
    const line = text.slice(0, primary.span.start).split(/\r\n|\n/).length;
    return `${code.slice(3)} in ${line}`;
  });
}

/** A model whose line 6 has a ratio of 8:1; before and behind it, what is given. */
function model(before: string, behind = ""): string {
  return motif(`\n${before}    ${wide}, head_dim: 128${behind}\n  `);
}

test("a comment allows what is found in the next line, or in its own", () => {
  expect(codes(model(""))).toEqual(["9001 in 6"]);
  expect(codes(model("    // gda-allow GDA9001: measured\n"))).toEqual([]);
  expect(codes(model("", "  // gda-allow GDA9001: measured"))).toEqual([]);
  expect(codes(model("    //gda-allow   GDA9001:measured\n"))).toEqual([]);
});

test("other comments and blank lines may stand between", () => {
  expect(codes(model("    // gda-allow GDA9001: measured\n\n    // The ratio.\n"))).toEqual([]);
});

test("it reaches to the end of what begins there, or to the start of what ends there", () => {
  const block = `group[4] {\n      noise: 1\n      signal: 8\n    }`;
  const above = `\n    // gda-allow GDA9001: measured\n    ${block}\n    head_dim: 128\n  `;
  expect(codes(motif(above))).toEqual([]);
  const behind = `\n    ${block}  // gda-allow GDA9001: measured\n    head_dim: 128\n  `;
  expect(codes(motif(behind))).toEqual([]);
  expect(codes(`// gda-allow GDA9001: measured\n${model("")}`)).toEqual(["9104 in 1", "9001 in 7"]);
  expect(codes(model("").replace("model", "// gda-allow GDA9001: so\nmodel"))).toEqual([]);
});

test("it reaches no further", () => {
  expect(codes(model("    // gda-allow GDA9001: measured\n    mask: causal\n"))).toEqual([
    "9104 in 6",
    "9001 in 8",
  ]);
});

test("several codes share a reason, and comments may stand below each other", () => {
  const both = `\n    // gda-allow GDA9001, GDA9006: measured\n    ${wide}, head_dim: 128, lambda: reparam(init: 0.8)\n  `;
  expect(codes(motif(both))).toEqual([]);
  const apart = both.replace(
    ", GDA9006: measured",
    ": measured\n    // gda-allow GDA9006: an ablation",
  );
  expect(codes(motif(apart))).toEqual([]);
});

test("CRLF", () => {
  expect(codes(model("    // gda-allow GDA9001: measured\n").replaceAll("\n", "\r\n"))).toEqual([]);
});

test("a reason is required", () => {
  for (const comment of ["GDA9001", "GDA9001:", "GDA9001:  "]) {
    expect(codes(model(`    // gda-allow ${comment}\n`))).toEqual(["9101 in 6"]);
  }
});

test("unknown codes, codes of errors and idle ones are found", () => {
  expect(codes(model("    // gda-allow GDA9999: so\n"))).toEqual(["9102 in 6", "9001 in 7"]);
  expect(codes(model("    // gda-allow GDA3001: so\n"))).toEqual(["9103 in 6", "9001 in 7"]);
  expect(codes(model("    // gda-allow GDA9002: so\n"))).toEqual(["9104 in 6", "9001 in 7"]);
  expect(
    codes(`${motif("group[4] { signal: 4, noise: 1 }, head_dim: 128")}// gda-allow GDA9001: so\n`),
  ).toEqual(["9104 in 7"]);
});

test("a name is answered with its code", () => {
  const [finding] = findings(model("    // gda-allow ratio-beyond-studied: so\n"));
  expect(finding?.message).toBe("There is no lint `ratio-beyond-studied`; did you mean `GDA9001`?");
  expect(finding?.fixes.map(({ title }) => title)).toEqual(["Write `GDA9001`"]);
});

test("what allows a rule that is off is not idle", () => {
  const text = motif(
    "\n    // gda-allow GDA9013: one device\n    group[6] { signal: 4, noise: 1 }, head_dim: 128\n  ",
  );
  expect(findings(text)).toEqual([]);
  expect(findings(text, configure("strict", new Map()))).toEqual([]);
});

test("beside errors none is called idle", () => {
  expect(codes(model("    // gda-allow GDA9002: so\n", ", mask: full"))).toEqual([]);
});

test("a doc comment, and one that only looks alike, allow nothing", () => {
  expect(codes(model("    /// gda-allow GDA9001: measured\n"))).toEqual(["9001 in 7"]);
  expect(codes(model("    // gda-allowance GDA9001: measured\n"))).toEqual(["9001 in 7"]);
});

test("the fix takes an idle code out, and the comment with the last", () => {
  const mended = (text: string): string =>
    edited(
      text,
      fixesIn(findings(text), "a.gda").flatMap(({ edits }) => edits),
    );
  const two = model("    // gda-allow GDA9002, GDA9001: so\n");
  expect(mended(two)).toBe(model("    // gda-allow GDA9001: so\n"));
  expect(mended(model("    //gda-allow GDA9002, GDA9001: so\n"))).toBe(
    model("    //gda-allow GDA9001: so\n"),
  );
  const last = model("    // gda-allow GDA9001, GDA9002: so\n");
  expect(mended(last)).toBe(model("    // gda-allow GDA9001: so\n"));
  expect(mended(model("    // gda-allow GDA9002: so\n"))).toBe(model(""));
  expect(mended(model("", "  // gda-allow GDA9002: so"))).toBe(model(""));
});

function formatted(text: string): string {
  const source = createSource("a.gda", text);
  return print(parse(source).tree, source) ?? "";
}

test("formatting keeps a comment at what it allows", () => {
  for (const text of [
    model("    // gda-allow GDA9001: measured\n"),
    model("", "  // gda-allow GDA9001: measured"),
    motif(
      `head_dim: 128,\n // gda-allow GDA9001: measured\n    group[4] { signal:   8,\n noise: 1 } `,
    ),
  ]) {
    expect(codes(text)).toEqual([]);
    expect(codes(formatted(text))).toEqual([]);
  }
});

test("formatting an example does not change what is found in it", () => {
  const strict = configure("strict", new Map());
  const of = (text: string, file: string): readonly string[] => {
    const read = (name: string): string | undefined =>
      name === file
        ? text
        : name.startsWith("gda:")
          ? undefined
          : readFileSync(`examples/${name}`, "utf8");
    return lint(analyze(file, { read }), strict).map(({ message }) => message);
  };
  for (const file of readdirSync("examples")) {
    const text = readFileSync(`examples/${file}`, "utf8");
    expect(of(formatted(text), file)).toEqual(of(text, file));
  }
});

test("whatever stands in such a comment, it is answered without a crash", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (rest) => {
      const line = rest.replaceAll(/[\r\n]/g, " ");
      for (const { fixes } of findings(model(`    // gda-allow${line}\n`))) {
        for (const { edits } of fixes) edited(model(`    // gda-allow${line}\n`), edits);
      }
    }),
    { numRuns: 50 },
  );
});
