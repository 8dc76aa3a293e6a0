import fc from "fast-check";
import { expect, test } from "vitest";
import { renderGithub } from "../../compiler/diagnostics/github.js";
import { renderJson } from "../../compiler/diagnostics/json.js";
import { renderJunit } from "../../compiler/diagnostics/junit.js";
import { LineIndex } from "../../compiler/diagnostics/lines.js";
import { renderPretty } from "../../compiler/diagnostics/pretty.js";
import { renderRdjson } from "../../compiler/diagnostics/rdjson.js";
import { renderSarif } from "../../compiler/diagnostics/sarif.js";
import { renderShort } from "../../compiler/diagnostics/short.js";
import type { SourceSpan } from "../../grammar/span.js";
import { finding, sourcesOf } from "./finding.js";

/** Text of what is hard to draw, in lines of any length. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\n",
        "\r\n",
        "\r",
        "\t",
        "\x1b[31m",
        "\u202e",
        "\ud83d",
        "漢",
        "👩‍👩‍👧",
        "e\u0301",
      ),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.string({ maxLength: 200 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

/** Any span, also one that is not in the text. */
const span: fc.Arbitrary<SourceSpan> = fc
  .record({ start: fc.nat(300), length: fc.nat(60) })
  .map(({ start, length }) => ({ file: "a.gda", start, end: start + length }));

const found = fc
  .record({ primary: span, secondary: fc.array(span, { maxLength: 3 }), label: text })
  .map(({ primary, secondary, label }) =>
    finding(primary, {
      label,
      secondary: secondary.map((at) => ({ span: at, text: label })),
      help: [label],
      fixes: [{ title: label, edits: [{ span: primary, text: label }] }],
    }),
  );

test("whatever is found in whatever text, it can be shown, and safely", () => {
  fc.assert(
    fc.property(text, found, (source, diagnostic) => {
      const sources = sourcesOf({ "a.gda": source });
      for (const shown of [
        renderPretty([diagnostic], sources),
        renderShort([diagnostic], sources),
      ]) {
        expect(shown).not.toMatch(/(?!\n)[\p{Control}\p{Surrogate}\u2028-\u202e\u2066-\u2069]/u);
      }
      expect(renderPretty([diagnostic], sources)).toMatch(/^ *\| .*\^/m);
      const json = renderJson([diagnostic], sources).split("\n");
      expect(json).toHaveLength(2);
      expect(JSON.parse(json[0] ?? "")).toMatchObject({ code: "GDA0001" });
    }),
  );
});

test("whatever is found, the formats of other tools hold together", () => {
  fc.assert(
    fc.property(text, found, (source, diagnostic) => {
      const sources = sourcesOf({ "a.gda": source });
      const sarif: unknown = JSON.parse(renderSarif([diagnostic], sources, () => source));
      expect(sarif).toHaveProperty("runs.0.results.0.ruleId", "GDA0001");
      const rdjson: unknown = JSON.parse(renderRdjson([diagnostic], sources));
      expect(rdjson).toHaveProperty("diagnostics.0.code.value", "GDA0001");
      expect(renderGithub([diagnostic], sources)).toMatch(/^::error [^\n\r]*::[^\n\r]*\n1 error/);
      const xml = renderJunit([diagnostic], sources, []);
      expect(xml).not.toMatch(/(?!\n)[\p{Control}\p{Surrogate}]/u);
      expect(xml.replaceAll(/<\/?[a-z]+( [a-z]+="[^"<>]*")*\/?>|<\?.*\?>/g, "")).not.toMatch(
        /[<>]/,
      );
    }),
  );
});

test("an offset and its place find each other", () => {
  fc.assert(
    fc.property(text, fc.nat(300), (source, offset) => {
      const index = new LineIndex(source);
      const { line, column } = index.position(offset);
      const { start, text: content } = index.line(line);
      expect(content).not.toMatch(/[\r\n]/);
      expect(source.slice(start, start + content.length)).toBe(content);
      expect(start + column - 1).toBe(Math.min(offset, start + content.length));
    }),
  );
});
