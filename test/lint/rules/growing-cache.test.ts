import { expect, test } from "vitest";
import { found, motif } from "../lints.js";

const rule = "growing-cache";
const stage = (body: string, group = "group[4] { signal: 2, noise: 1 }"): string =>
  `${motif(`${group}, head_dim: 128`)}growth Grown { stage next from Small at 1T tokens { ${body} } }\n`;

test("whole groups bring their KV pairs", () => {
  const text = stage("attention { group { count *= 2 } }, copies: tile");
  expect(found(rule, text)).toEqual([
    "count *= 2: This stage makes the KV cache of its layers 2 times as large: 64 KiB a token become 128 KiB.",
  ]);
});

test("signal heads do not, nor do widths", () => {
  const text = stage(
    "hidden *= 2, mlp { width *= 2 }, attention { group { signal *= 2 } }, copies: tile",
  );
  expect(found(rule, text)).toEqual([]);
});

test("layers that are put in are as large as those that they repeat", () => {
  const text = stage("layers += 4 after every 4, inserted: identity, reindex: fold");
  expect(found(rule, text)).toEqual([]);
});

test("a wider dtype", () => {
  expect(found(rule, stage("dtype: f32"))).toEqual([
    "dtype: f32: This stage makes the KV cache of its layers 2 times as large: 64 KiB a token become 128 KiB.",
  ]);
});
