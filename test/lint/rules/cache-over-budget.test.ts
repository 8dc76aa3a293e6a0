import { expect, test } from "vitest";
import { found, motif } from "../lints.js";

const rule = "cache-over-budget";
// 4 KV pairs: K1 and K2 of 128 and V of 256 are 2048 values, 4 KiB in f16, 64 KiB in 16 layers.
const model = motif("group[4] { signal: 4, noise: 1 }, head_dim: 128");
const target = (budget: string): string => `${model}target Phone { cache_budget: ${budget} }\n`;

test("a sequence is held against the budget of each target", () => {
  expect(found(rule, target("512 MiB"))).toEqual([]);
  expect(found(rule, target("511 MiB"))).toEqual([
    "context: 8192: A sequence of 8,192 tokens takes 512 MiB of KV cache; `Phone` allows 511 MiB.",
  ]);
});

test("an imported target counts, under the name that it has here", () => {
  const files = { "phone.gda": "target Phone { cache_budget: 1 MiB }\n" };
  const text = `import { Phone as Mine } from "phone.gda"\n${model}`;
  expect(found(rule, text, { files })).toEqual([
    "context: 8192: A sequence of 8,192 tokens takes 512 MiB of KV cache; `Mine` allows 1 MiB.",
  ]);
});

test("without a budget nothing is found", () => {
  expect(found(rule, `${model}target Phone { features: [subgroups] }\n`)).toEqual([]);
});

test("options are budgets too, in bytes or with a unit", () => {
  expect(found(rule, model, { options: { token: "64 KiB", context: "512 MiB" } })).toEqual([]);
  expect(found(rule, model, { options: { token: 60_000 } })).toEqual([
    "Small: A token takes 64 KiB of KV cache; the configuration allows 58.59 KiB.",
  ]);
  expect(found(rule, model, { options: { context: "1 MiB" } })).toEqual([
    "context: 8192: A sequence of 8,192 tokens takes 512 MiB of KV cache; the configuration allows 1 MiB.",
  ]);
});
