import fc from "fast-check";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analyze } from "../../compiler/analyze.js";

const names = ["motif-3", "two-kinds", "motif-growth", "laptop", "sweep"];
const texts = names.map((name) => [name, readFileSync(`examples/${name}.gda`, "utf8")] as const);

function codesOf(name: string, text: string): readonly string[] {
  const path = `examples/${name}.gda`;
  const read = (file: string): string | undefined => {
    if (file === path) return text;
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  return analyze(path, { read }).diagnostics.map(({ code }) => code);
}

test.each(texts)("%s cut off anywhere has syntax mistakes and nothing else", (name, text) => {
  const wrong: string[] = [];
  for (let end = 0; end < text.length; end += 5) {
    const codes = codesOf(name, text.slice(0, end));
    const isSyntax = codes.some((code) => code.startsWith("GDA1"));
    const others = codes.filter((code) => !code.startsWith("GDA1"));
    if (isSyntax && others.length > 0) wrong.push(`${others.join()} after ${text.slice(0, end)}`);
  }
  expect(wrong).toEqual([]);
});

test.each(texts)("%s with any part missing is answered", (name, text) => {
  const place = fc.nat({ max: text.length });
  fc.assert(
    fc.property(place, place, (a, b) => {
      const [start, end] = a < b ? [a, b] : [b, a];
      expect(codesOf(name, text.slice(0, start) + text.slice(end))).toBeDefined();
    }),
    { numRuns: 60 },
  );
});
