import { expect, it } from "vitest";
import { layerSet } from "../../compiler/plan/layer-sets.js";
import { significant, thousands } from "../../compiler/plan/numbers.js";
import { amount, byteSize, flops } from "../../compiler/report/numbers.js";
import { table, wrap } from "../../compiler/report/table.js";

it.each([
  [[0, 1, 2, 3], "layers 0-3"],
  [[4], "layer 4"],
  [[0, 4, 8], "layers every 4 from 0"],
  [[3, 7], "layers every 4 from 3"],
  [[0, 1, 5, 6], "layers 0-1, 5-6"],
  [[1, 2, 4, 5, 7, 8, 9, 11], "layers 1-2, 4-5, 7-9, 11"],
  [[0, 1, 3, 5, 6, 8, 10], "7 other layers"],
])("layers %j of 12", (layers, text) => {
  expect(layerSet(layers, layers.length === 2 ? 8 : 12)).toBe(text);
});

it.each([
  [12_703_860_896, "12.70 B"],
  [899_153_920, "899.15 M"],
  [2.4e12, "2.40 T"],
  [331_776, "331,776"],
])("the amount %d", (value, text) => {
  expect(amount(value)).toBe(text);
});

it.each([
  [320 * 1024, "320 KiB"],
  [1.5 * 2 ** 30, "1.5 GiB"],
  [415_548, "405.8 KiB"],
  [768, "768 B"],
])("%d bytes", (value, text) => {
  expect(byteSize(value)).toBe(text);
});

it("FLOPs", () => {
  expect(flops(26.41e9)).toBe("26.41 GFLOP");
  expect(flops(768)).toBe("768 FLOP");
});

it.each([
  [0.08838834764831845, "0.0883883"],
  [1e-5, "1e-5"],
  [1_000_000, "1,000,000"],
  [-0.00991528, "-0.00991528"],
  [0, "0"],
])("the number %d", (value, text) => {
  expect(significant(value)).toBe(text);
});

it("thousands", () => {
  expect(thousands(32_768)).toBe("32,768");
});

it("columns are as wide as their widest cell, but for a row of one", () => {
  const rows = [["a heading as long as it likes"], ["a", "1"], ["bb", "22"]];
  expect(table(rows, ["left", "right"])).toEqual([
    "  a heading as long as it likes",
    "  a    1",
    "  bb  22",
  ]);
});

it("wraps words", () => {
  const lines = wrap(
    Array.from({ length: 40 }, () => "four"),
    80,
  );
  expect(lines.map((line) => line.length)).toEqual([79, 79, 39]);
});
