import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryPlan } from "../../support/arbitrary-plan.js";
import { featureCounts } from "../../support/features.js";
import { machines } from "../../support/kernels.js";
import { runCase } from "../../support/run-case.js";

/** Forty random legal layers, the same on every run; `npm run fuzz` takes new ones by the thousand. */
const cases = fc.sample(arbitraryPlan, { numRuns: 40, seed: 2510 });
const [machine] = await machines();

for (const [i, plan] of cases.entries()) {
  it(`random layer ${i} agrees with the reference`, async () => {
    if (machine === undefined) throw new Error("no machine");
    const { y } = await runCase(plan, machine);
    expect(y).toBeLessThan(1);
  });
}

it("the layers cover what the language can say", () => {
  const counts = featureCounts(cases);
  for (const feature of ["noise heads, keys own", "noise heads, keys shared", "no noise heads"]) {
    expect([feature, counts.has(feature)]).toEqual([feature, true]);
  }
  expect(counts.size).toBeGreaterThan(60);
});
