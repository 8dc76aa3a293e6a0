import { expect } from "vitest";
import { analyze, type Analysis } from "../../compiler/analyze.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";

/** The file that is analysed where a test names none. */
const MAIN = "main.gda";

/** Analyses a text, beside other files by their names. */
export function analysed(
  text: string,
  files: Readonly<Record<string, string>> = {},
  params: Readonly<Record<string, string>> = {},
): Analysis {
  const all = new Map([...Object.entries(files), [MAIN, text]]);
  return analyze(MAIN, { read: (file) => all.get(file) }, { params });
}

/** The plan of the last model of a text without mistakes. */
export function planned(text: string, params: Readonly<Record<string, string>> = {}): ModelPlan {
  const { diagnostics, models } = analysed(text, {}, params);
  expect(diagnostics).toEqual([]);
  const plan = models.at(-1);
  if (!plan) throw new Error("There is no model.");
  return plan;
}

/** What is wrong with a text, shortly. */
export function mistakes(text: string, files: Readonly<Record<string, string>> = {}): string[] {
  return analysed(text, files).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

/**
 * Checks that a text has one finding, which points at what stands in `«»` and shows beside it what
 * stands in `‹›`. Labels in other files are not marked.
 */
export function expectFinding(
  marked: string,
  expected: { readonly code: string; readonly message: string },
  files: Readonly<Record<string, string>> = {},
): void {
  const { text, primary, secondary } = unmark(marked);
  const { diagnostics } = analysed(text, files);
  const found = diagnostics.map(({ code, message }) => ({ code, message }));
  expect(found).toEqual([expected]);
  const [finding] = diagnostics;
  const places = (finding?.secondary ?? []).filter(({ span }) => span.file === MAIN);
  expect(finding?.primary.span).toEqual({ file: MAIN, ...primary[0] });
  expect(places.map(({ span: { start, end } }) => ({ start, end })).toSorted(byStart)).toEqual(
    secondary,
  );
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function byStart(a: Place, b: Place): number {
  return a.start - b.start;
}

function unmark(marked: string): { text: string; primary: Place[]; secondary: Place[] } {
  const [primary, secondary]: [Place[], Place[]] = [[], []];
  const open: number[] = [];
  let text = "";
  for (const part of marked.split(/([«»‹›])/)) {
    if (part === "«" || part === "‹") open.push(text.length);
    else if (part === "»") primary.push({ start: open.pop() ?? 0, end: text.length });
    else if (part === "›") secondary.push({ start: open.pop() ?? 0, end: text.length });
    else text += part;
  }
  return { text, primary, secondary: secondary.toSorted(byStart) };
}

/** A model of 40 layers with these items, and with these facts of its attention. */
export function model(attention: string, items = ""): string {
  return `model A {
  hidden: 4096, layers: 40, context: 4096, dtype: f16
  ${items}
  attention {
    ${attention}
  }
}
`;
}

/** A complete attention without noise heads, to add to. */
export const plain = "heads: 32, head_dim: 128, rope: none, mask: causal";

/** What a layer with noise heads needs beside their counts. */
export const noisy =
  "head_dim: 128, rope: none, mask: causal, noise_keys: own, lambda: constant(value: 0.5), head_norm: none";
