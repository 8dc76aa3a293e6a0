import { expect, test } from "vitest";
import { fixed, found, motif, plain } from "../lints.js";

const rule = "derived-total";
const noisy = (heads: string): string => motif(`${heads}, head_dim: 128`);

test("three totals of which two would do", () => {
  const text = noisy("heads: 40, groups: 8, ratio: 4:1");
  expect(found(rule, text)).toEqual(["heads: 40: `heads: 40` follows from `groups` and `ratio`."]);
  expect(fixed(rule, text)).toBe(noisy("groups: 8, ratio: 4:1"));
});

test("totals beside groups", () => {
  const text = noisy("heads: 40, noise_heads: 8, group[8] { signal: 4, noise: 1 }");
  expect(found(rule, text)).toEqual([
    "heads: 40: `heads: 40` follows from `noise_heads` and the groups.",
    "noise_heads: 8: `noise_heads: 8` follows from the groups.",
  ]);
  expect(fixed(rule, text)).toBe(noisy("group[8] { signal: 4, noise: 1 }"));
});

test("totals beside several classes", () => {
  const classes = "group sharp[6] { signal: 6, noise: 1 }, group calm[2] { signal: 2, noise: 1 }";
  expect(found(rule, noisy(`heads: 48, ${classes}`))).toEqual([
    "heads: 48: `heads: 48` follows from the groups.",
  ]);
});

test("what is needed stays", () => {
  expect(found(rule, noisy("heads: 40, ratio: 4:1"))).toEqual([]);
  expect(found(rule, noisy("heads: 40, signal_heads: 32, kv_pairs: 4"))).toEqual([]);
  expect(found(rule, plain("heads: 32, kv_pairs: 8, head_dim: 128, mask: causal"))).toEqual([]);
  expect(found(rule, plain("heads: 32, head_dim: 128, mask: causal"))).toEqual([]);
});

test("KV pairs that are one a group anyway", () => {
  expect(found(rule, plain("heads: 32, kv_pairs: 32, head_dim: 128, mask: causal"))).toEqual([
    "kv_pairs: 32: `kv_pairs: 32` follows from `heads`.",
  ]);
});

test("params, parents and layers make it uncertain", () => {
  const param = noisy("heads: 40, groups: 8, ratio: r").replace(
    "hidden",
    "param r: ratio = 4:1\n  hidden",
  );
  expect(found(rule, param)).toEqual([]);
  const child = `${noisy("heads: 40, ratio: 4:1")}model Child extends Small { attention { groups: 8 } }\n`;
  expect(found(rule, child)).toEqual([]);
  const layered = noisy("heads: 40, groups: 8, ratio: 4:1, layers 0 { kv_pairs: 4 }");
  expect(found(rule, layered)).toEqual([]);
});
