import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rewritesOf } from "../../compiler/grow/rewrites.js";
import { verifyGrowth } from "../../compiler/grow/verify.js";
import { arbitraryStage } from "./arbitrary-stage.js";
import type { StagePlan } from "../../compiler/plan/plan.js";
import { headCopies } from "../../compiler/plan/head-copies.js";
import { applyNaively } from "./naive-apply.js";
import { asCheckpoint, randomTensors } from "./small-model.js";

// Every λ, mask, norm, gate, latent and ratio that the language has, in stages that multiply heads,
// groups and widths and insert layers, from any order of stored heads into any other.

/** Only tiled noise heads of several classes may have no copies: then a number moves to another class. */
function hasCopies({ source, model }: StagePlan): boolean {
  const [layer, grown] = [source.layers[0], model.layers[0]];
  if (!layer || !grown || "copies" in headCopies(layer, grown)) return true;
  expect(layer.noiseRepeat?.value).toBe("tile");
  expect(layer.classes.length).toBeGreaterThan(1);
  return false;
}

describe("random growth keeps the function", () => {
  it("to 1e-10 in float64", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryStage, async ({ stage, seed }) => {
        const { source, model } = stage;
        if (!hasCopies(stage)) return;
        const tensors = randomTensors(source, seed);
        const grown = applyNaively(rewritesOf(stage), tensors);
        const { differences } = await verifyGrowth(
          stage,
          asCheckpoint(source, tensors),
          asCheckpoint(model, grown),
        );
        const off = differences.filter(({ difference }) => !(difference <= 1e-10));
        if (off.length > 0) throw new Error(JSON.stringify(off));
      }),
      { numRuns: 24 },
    );
  });
});
