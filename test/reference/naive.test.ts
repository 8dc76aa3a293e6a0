import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { arbitraryPlan } from "../support/arbitrary-plan.js";
import { randomInput, randomWeights } from "../support/random.js";
import { relativeError } from "../support/relative.js";
import { Naive } from "./naive.js";

describe("the reference agrees with the formulas, one head at a time", () => {
  it("in random layers of one class", () => {
    fc.assert(
      fc.property(
        arbitraryPlan.filter(
          ({ layer }) => layer.classes.length === 1 && layer.noiseRepeat?.value !== "tile",
        ),
        ({ layer, hidden, tokens, prefix, seed }) => {
          const weights = randomWeights(seed, layer, hidden);
          const x = randomInput(seed, tokens, hidden);
          const row = seed % tokens;
          const naive = new Naive(layer, hidden, weights, x, prefix);
          const found = evaluate(layer, hidden, weights, x, { rows: [row], prefix });
          expect(relativeError(found.y, Float64Array.from(naive.y(row)))).toBeLessThan(1e-12);
        },
      ),
      { numRuns: 150 },
    );
  });
});
