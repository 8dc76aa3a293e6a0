import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryHeads, totals } from "../../compiler/plan/heads.js";
import { arbitraryPlan } from "../support/arbitrary-plan.js";
import { featureTable } from "../support/features.js";

const cases = fc.sample(arbitraryPlan, { numRuns: 2000, seed: 1 });

describe("random layers", () => {
  it("reach every feature", () => {
    process.stdout.write(`${featureTable(cases)}\n`);
  });
});
