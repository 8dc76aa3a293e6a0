import { expect, test } from "vitest";
import { diagnosticsOf } from "./marked.js";
import { sketch } from "./sketch.js";
import { kept, trees } from "./trees.js";

test.each(trees)("%s", (text, ...expected) => {
  expect(diagnosticsOf(text)).toEqual([]);
  expect(sketch(text)).toEqual(expected);
});

test.each(kept)("%s", (text, ...expected) => {
  expect(diagnosticsOf(text)).not.toEqual([]);
  expect(sketch(text)).toEqual(expected);
});
