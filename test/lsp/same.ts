import { expect } from "vitest";
import { parse } from "../../grammar/parse.js";
import { analyze, type Analysis } from "../../compiler/analyze.js";
import { lint, recommended } from "../../compiler/lint/index.js";
import type { View } from "../../compiler/lsp/document.js";

/** Expects that a view knows of its text what an analysis that has seen nothing before knows. */
export function expectFresh(view: View, read: (file: string) => string | undefined): void {
  expect(plain(view.parsed)).toBe(plain(parse(view.source)));
  expect(told(view.analysis)).toBe(told(analyze(view.file, { read })));
}

function told(analysis: Analysis): string {
  const { diagnostics, models, growths, targets, params } = analysis;
  const lints = lint(analysis, recommended);
  return plain({ diagnostics, lints, models, growths, targets, params });
}

/** A value as text, its spans as they are now. */
function plain(value: unknown): string {
  return JSON.stringify(
    value,
    (_, each: unknown) => (isSpan(each) ? `${each.start} to ${each.end}` : each),
    1,
  );
}

function isSpan(value: unknown): value is { readonly start: number; readonly end: number } {
  return typeof value === "object" && value !== null && "start" in value && "end" in value;
}
