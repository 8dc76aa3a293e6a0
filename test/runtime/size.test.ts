import { expect, test } from "vitest";
import type { Size } from "../../runtime/manifest.js";
import { bufferBytes, count, elements, evaluate } from "../../runtime/size.js";

const symbols = { rows: 7, scale: 0.5 };

test.each<[Size, number]>([
  [3, 3],
  ["rows", 7],
  [["add", "rows", 1], 8],
  [["mul", 2, ["ceilDiv", "rows", 4]], 4],
  [["min", "rows", 5], 5],
  [["max", "rows", 9], 9],
  ["scale", 0.5],
])("%j is %d", (size, value) => {
  expect(evaluate(size, symbols)).toBe(value);
});

test.each<Size>(["scale", -1, "unknown", ["ceilDiv", "rows", 0], ["mul", 2 ** 40, 2 ** 40]])(
  "%j counts nothing",
  (size) => {
    expect(() => count(size, symbols)).toThrow(expect.objectContaining({ code: "GDA7212" }));
  },
);

test("a shape without axes has one element", () => {
  expect(elements([], symbols)).toBe(1);
  expect(elements(["rows", 3], symbols)).toBe(21);
});

test("buffers are whole vec4s and never empty", () => {
  expect(bufferBytes("f32", 0)).toBe(16);
  expect(bufferBytes("f32", 18)).toBe(80);
  expect(bufferBytes("bf16", 9)).toBe(32);
  expect(bufferBytes("u32", 4)).toBe(16);
});
