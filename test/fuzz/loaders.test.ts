import fc from "fast-check";
import { test } from "vitest";
import { manifestProperty, safetensorsProperty } from "../runtime/support/loader-properties.js";

test("mangled manifests", () => {
  fc.assert(manifestProperty, { numRuns: 100_000 });
});

test("mangled safetensors files", async () => {
  await fc.assert(safetensorsProperty, { numRuns: 200_000 });
});
