import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryPlan, type PlanCase } from "../support/arbitrary-plan.js";
import { featureTable } from "../support/features.js";
import { machines } from "../support/kernels.js";
import { runCase } from "../support/run-case.js";

/**
 * New random layers on every run, as many as GDA_FUZZ_RUNS says. Prints how often each feature of
 * the language occurred, and the largest error for each format of the cache. fast-check prints seed
 * and path of a failure, and repeats it from them.
 */
const runs = Number(process.env["GDA_FUZZ_RUNS"] ?? 2000);

it("random layers agree with the reference", { timeout: 0 }, async () => {
  const all = await machines();
  const seen: PlanCase[] = [];
  const largest = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(arbitraryPlan, async (plan) => {
      seen.push(plan);
      const machine = all[seen.length % all.length];
      if (machine === undefined) throw new Error("no machine");
      const { y = NaN } = await runCase(plan, machine);
      expect(y).toBeLessThan(1);
      const { cache } = plan.dtype;
      largest.set(cache, Math.max(y, largest.get(cache) ?? 0));
    }),
    { numRuns: runs, endOnFailure: true },
  );
  const errors = [...largest].map(([cache, y]) => `${cache} ${y.toExponential(1)}`);
  process.stdout.write(`${featureTable(seen)}\nlargest error by cache: ${errors.join(", ")}\n`);
});
