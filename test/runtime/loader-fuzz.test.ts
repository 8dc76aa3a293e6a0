import fc from "fast-check";
import { test } from "vitest";
import { manifestProperty, safetensorsProperty } from "./support/loader-properties.js";

test("a mangled manifest is refused with a code, or is as sound as before", () => {
  fc.assert(manifestProperty, { numRuns: 500 });
});

test("a mangled safetensors file is refused with a code, and nothing outside it is read", async () => {
  await fc.assert(safetensorsProperty, { numRuns: 500 });
});
