import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryPlan, type PlanCase } from "../support/arbitrary-plan.js";
import { featureTable } from "../support/features.js";
import { machines } from "../support/kernels.js";
import { runCase } from "../support/run-case.js";

/**
 * New random layers on every run, as many as GDA_FUZZ_RUNS says. Prints how often each feature of
 * the language occurred, and the seed: fast-check repeats a failure from seed and path.
 */
const runs = Number(process.env["GDA_FUZZ_RUNS"] ?? 2000);

it("random layers agree with the reference", { timeout: 0 }, async () => {
  const all = await machines();
  const seen: PlanCase[] = [];
  await fc.assert(
    fc.asyncProperty(arbitraryPlan, async (plan) => {
      seen.push(plan);
      const machine = all[seen.length % all.length];
      if (machine === undefined) throw new Error("no machine");
      const { y } = await runCase(plan, machine);
      expect(y).toBeLessThan(1);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  process.stdout.write(`${featureTable(seen)}\n`);
});
