import { expect } from "vitest";
import { rewritesOf } from "../../compiler/grow/rewrites.js";
import { verifyGrowth } from "../../compiler/grow/verify.js";
import { headCopies } from "../../compiler/plan/head-copies.js";
import type { StagePlan } from "../../compiler/plan/plan.js";
import type { StageCase } from "./arbitrary-stage.js";
import { applyNaively } from "./naive-apply.js";
import { asCheckpoint, randomTensors } from "./small-model.js";

/** Grows random weights by a stage, and expects the function to be kept to 1e-10 in float64. */
export async function expectKept({ stage, seed }: StageCase): Promise<void> {
  const { source, model } = stage;
  if (!hasCopies(stage)) return;
  const tensors = randomTensors(source, seed);
  const grown = applyNaively(rewritesOf(stage), tensors);
  const { differences } = await verifyGrowth(
    stage,
    asCheckpoint(source, tensors),
    asCheckpoint(model, grown),
  );
  expect(differences.filter(({ difference }) => !(difference <= 1e-10))).toEqual([]);
}

/** Only tiled noise heads of several classes may have no copies: then a number moves to another class. */
function hasCopies({ source, model }: StagePlan): boolean {
  const [layer, grown] = [source.layers[0], model.layers[0]];
  if (!layer || !grown || "copies" in headCopies(layer, grown)) return true;
  expect(layer.noiseRepeat?.value).toBe("tile");
  expect(layer.classes.length).toBeGreaterThan(1);
  return false;
}
