import fc from "fast-check";
import { it } from "vitest";
import { arbitraryStage } from "../grow/arbitrary-stage.js";
import { expectKept } from "../grow/expect-kept.js";

/** New random stages on every run; fast-check prints seed and path of a failure. */
const runs = Number(process.env["GDA_FUZZ_RUNS"] ?? 2000);

it("random growth keeps the function", { timeout: 0 }, async () => {
  await fc.assert(fc.asyncProperty(arbitraryStage, expectKept), {
    numRuns: runs,
    endOnFailure: true,
  });
});
