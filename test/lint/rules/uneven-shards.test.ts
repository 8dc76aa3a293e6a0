import { expect, test } from "vitest";
import { found, motif, plain } from "../lints.js";

const rule = "uneven-shards";

test("whole groups must divide", () => {
  const groups = (count: number): string =>
    motif(`group[${count}] { signal: 4, noise: 1 }, head_dim: 128`);
  expect(found(rule, groups(8))).toEqual([]);
  expect(found(rule, groups(12))).toEqual([
    "group[12]: 12 groups with 12 KV pairs do not shard over 8 devices: one device holds whole groups and KV pairs.",
  ]);
  expect(found(rule, groups(3))).toEqual([
    "group[3]: 3 groups with 3 KV pairs do not shard over 2, 4 or 8 devices: one device holds whole groups and KV pairs.",
  ]);
});

test("KV pairs must too, or be copied evenly", () => {
  expect(found(rule, plain("heads: 32, kv_pairs: 4, head_dim: 128, mask: causal"))).toEqual([]);
  const three = plain("heads: 24, kv_pairs: 3, head_dim: 128, mask: causal");
  expect(found(rule, three)).toEqual([
    "kv_pairs: 3: 3 groups with 3 KV pairs do not shard over 2, 4 or 8 devices: one device holds whole groups and KV pairs.",
  ]);
});

test("each class must", () => {
  const text = motif(
    "group sharp[6] { signal: 6, noise: 1 }, group calm[2] { signal: 2, noise: 1 }, head_dim: 128",
  );
  expect(found(rule, text, { options: { devices: [2, 4] } })).toEqual([
    "group sharp[6]: 6 groups and 2 groups with 8 KV pairs do not shard over 4 devices: one device holds whole groups and KV pairs.",
  ]);
});
