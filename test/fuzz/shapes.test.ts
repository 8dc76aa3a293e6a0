import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryShape } from "../support/arbitrary-shape.js";
import { machines, openLayer } from "../support/kernels.js";
import { fact, layerPlan } from "../support/plans.js";
import { randomWeights } from "../support/random.js";
import { runShape } from "../support/run-shape.js";
import { shapeClasses } from "../support/shape-classes.js";

/**
 * Kernels of every class, compiled once, on as many run-time shapes as GDA_FUZZ_RUNS says; 400 is the
 * full form. fast-check prints seed and path of a failure, and repeats it from them.
 */
const runs = Number(process.env["GDA_FUZZ_RUNS"] ?? 40);
const tolerances = { f32: 1e-5, f16: 3e-4, bf16: 3e-3, i8: 1e-2 } as const;

describe.each(await machines())("on a $hands of $team", (machine) => {
  it.each(Object.entries(shapeClasses))("%s", { timeout: 0 }, async (name, shapeClass) => {
    const { hidden, dtype } = shapeClass;
    const plan = layerPlan(shapeClass.layer);
    const weights = randomWeights(11, plan, hidden, dtype);
    const opened = await openLayer(plan, hidden, weights, machine, { dtype: fact(dtype) });
    const open = { plan, hidden, weights, cache: dtype.cache, layer: opened.layer };
    let [shapes, largest] = [0, 0];
    await fc.assert(
      fc.asyncProperty(arbitraryShape, async (shape) => {
        const { error, magnified } = await runShape(open, shape);
        expect(error).toBeLessThan(tolerances[dtype.cache] * Math.max(1, magnified / 50));
        shapes++;
        largest = Math.max(largest, error);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    opened.session.close();
    const at = `${machine.hands} of ${machine.team}`;
    process.stdout.write(
      `${at}, ${name}, cache ${dtype.cache}: ${shapes} shapes, largest error ${largest.toExponential(1)}\n`,
    );
  });
});
