import fc from "fast-check";
import { expect, test } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { configure } from "../../compiler/lint/config.js";
import { edited, fixesIn } from "../../compiler/lint/fix.js";
import { lint } from "../../compiler/lint/lint.js";
import { examples } from "../grammar/examples.js";
import { mutation } from "../grammar/mutations.js";

const files = new Map(examples);
const strict = configure("strict", new Map());

test("whatever is wrong with a text, its lints lie inside it, and their fixes can be made", () => {
  fc.assert(
    fc.property(mutation, (text) => {
      const read = (file: string): string | undefined =>
        file === "a.gda" ? text : files.get(file);
      const findings = lint(analyze("a.gda", { read }), strict);
      for (const { primary, severity } of findings) {
        expect(severity).toBe("warning");
        expect(primary.span.file).toBe("a.gda");
        expect(primary.span.start).toBeLessThanOrEqual(primary.span.end);
        expect(primary.span.end).toBeLessThanOrEqual(text.length);
      }
      for (const { edits } of fixesIn(findings, "a.gda")) {
        expect(edited(text, edits).length).toBeLessThan(text.length);
      }
    }),
    { numRuns: 40 },
  );
});
