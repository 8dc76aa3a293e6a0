import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryPlan } from "../support/arbitrary-plan.js";
import { featureCounts } from "../support/features.js";
import { expectOnnxAgreement } from "./agreement.js";

/** Random legal layers, the same on every run. */
const cases = fc.sample(arbitraryPlan, { numRuns: 24, seed: 8401 });

it.each(cases.map((plan, i) => [i, plan] as const))("random layer %i", async (_, plan) => {
  await expectOnnxAgreement(plan, 1e-5);
});

it("the layers cover what the language can say", () => {
  const counts = featureCounts(cases);
  expect(counts.size).toBeGreaterThan(60);
});
