import { expect, test } from "vitest";
import { fixed, found, plain } from "../lints.js";

const rule = "default-value";
const heads = "heads: 4, head_dim: 128, mask: causal";

test("words, lists and numbers that hold anyway", () => {
  expect(found(rule, plain(`${heads}, sinks: none, bias: [], cache: heads`))).toEqual([
    "sinks: none: `sinks` is `none` anyway.",
    "bias: []: `bias` is `[]` anyway.",
    "cache: heads: `cache` is `heads` anyway.",
  ]);
  expect(found(rule, plain(`${heads}, sinks: learned, bias: [o]`))).toEqual([]);
});

test("the fix takes an item off its line, or the line with it", () => {
  expect(fixed(rule, plain(`${heads}, sinks: none`))).toBe(plain(heads));
  expect(fixed(rule, plain(`${heads}\n    sinks: none\n    softcap: 30`))).toBe(
    plain(`${heads}\n    softcap: 30`),
  );
  expect(fixed(rule, plain(`sinks: none, softcap: none, ${heads}`))).toBe(plain(heads));
});

test("arguments, and the parentheses of the last", () => {
  const text = plain(heads).replace("f32", "f32(cache: f16, accumulate: f32)");
  expect(found(rule, text)).toEqual(["accumulate: f32: `accumulate` is `f32` anyway."]);
  expect(fixed(rule, text)).toBe(plain(heads).replace("f32", "f32(cache: f16)"));
  const alone = plain(heads).replace("f32", "f32(cache: f32)");
  expect(fixed(rule, alone)).toBe(plain(heads));
});

test("a target's limits, digits grouped or not", () => {
  const text = "target T {\n  limits { max_bind_groups: 4, max_buffer_size: 268435456 }\n}\n";
  expect(found(rule, text)).toEqual([
    "max_bind_groups: 4: `max_bind_groups` is `4` anyway.",
    "max_buffer_size: 268435456: `max_buffer_size` is `268_435_456` anyway.",
  ]);
});

test("what takes something back says something", () => {
  const base = plain(`${heads}, sinks: learned, qk_norm: rms(eps: 1e-6)`);
  expect(found(rule, `${base}model Child extends Small { attention { sinks: none } }\n`)).toEqual(
    [],
  );
  const byLayer = plain(`${heads}, sinks: learned, layers 0 { sinks: none }`);
  expect(found(rule, byLayer)).toEqual([]);
  expect(found(rule, `${base}model Child extends Small { attention { cache: heads } }\n`)).toEqual([
    "cache: heads: `cache` is `heads` anyway.",
  ]);
});

test("a family may mean it for those that extend it", () => {
  expect(found(rule, "family Base { attention { sinks: none } }\n")).toEqual([]);
});

test("an expression is no default, even if it comes to the same", () => {
  expect(
    found(rule, plain(`${heads}, score_scale: 1 / sqrt(head_dim), value_dim: head_dim`)),
  ).toEqual([]);
});
