import { expect, test } from "vitest";
import { found, motif } from "../lints.js";

const rule = "context-beyond-rope";
const heads = "group[4] { signal: 4, noise: 1 }, head_dim: 128";
const yarn = (factor: number): string =>
  `yarn(factor: ${factor}, original: 4096, beta_fast: 32, beta_slow: 1, bounds: rounded, gain: 1)`;
const scaled = (scaling: string, mask = "causal"): string =>
  motif(`${heads}, rope { scaling: ${scaling} }, mask: ${mask}`);

test("original × factor is the end of it", () => {
  expect(found(rule, scaled(yarn(2)))).toEqual([]);
  expect(found(rule, scaled(yarn(1.5)))).toEqual([
    "context: 8192: A context of 8,192 tokens goes beyond the 6,144 that RoPE is scaled for: 4,096 × 1.5.",
  ]);
});

test("Llama 3's scaling", () => {
  expect(found(rule, scaled("llama3(factor: 1, original: 4096, low: 1, high: 4)"))).toHaveLength(1);
});

test("what does not say where it starts from", () => {
  expect(found(rule, scaled("linear(factor: 2)"))).toEqual([]);
  expect(found(rule, scaled("none"))).toEqual([]);
});

test("a window keeps distances short, unless it is longer itself", () => {
  expect(found(rule, scaled(yarn(1), "window(keys: 4096)"))).toEqual([]);
  expect(found(rule, scaled(yarn(1), "window(keys: 4097)"))).toHaveLength(1);
});

test("only some layers", () => {
  const text = motif(`${heads}, layers every 4 from 0 { rope { scaling: ${yarn(1)} } }`);
  expect(found(rule, text)).toEqual([
    "context: 8192: A context of 8,192 tokens goes beyond the 4,096 that RoPE is scaled for in layers every 4 from 0: 4,096 × 1.",
  ]);
});
