import { describe, expect, it } from "vitest";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { goldenCase, goldenNames } from "../support/golden.js";
import { relativeError } from "../support/relative.js";

// The files store float32: each number is off by up to 2⁻²⁴ of itself, 6e-8.
const tolerance = 1e-7;

describe("the reference agrees with the golden cases", () => {
  it.each(goldenNames)("%s", async (name) => {
    const golden = await goldenCase(name);
    const found = evaluate(golden.layer, golden.hidden, golden.weights, golden.x);
    const errors = {
      core: relativeError(golden.core, found.core),
      heads: relativeError(golden.heads, found.heads),
      y: relativeError(golden.y, found.y),
    };
    for (const [stage, error] of Object.entries(errors)) {
      expect(error, `${stage} of ${name}`).toBeLessThan(tolerance);
    }
  });
});
