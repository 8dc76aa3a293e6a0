import { expect, test } from "vitest";
import { found, plain } from "../lints.js";

const window = (keys: number): readonly string[] =>
  found("window-hides-nothing", plain(`heads: 4, head_dim: 128, mask: window(keys: ${keys})`));

test("a window as long as the context hides nothing, one shorter hides a key", () => {
  expect(window(2047)).toEqual([]);
  expect(window(2048)).toEqual([
    "mask: window(keys: 2048): A window of 2,048 keys hides nothing in a context of 2,048 tokens.",
  ]);
  expect(window(4096)).toHaveLength(1);
});

test("a child that shortens the context has it at the context", () => {
  const base = plain("heads: 4, head_dim: 128, mask: window(keys: 1024)");
  const text = `${base}model Short extends Small { context: 512 }\n`;
  expect(found("window-hides-nothing", text)).toEqual([
    "context: 512: A window of 1,024 keys hides nothing in a context of 512 tokens.",
  ]);
});
