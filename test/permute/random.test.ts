import fc from "fast-check";
import { expect, it } from "vitest";
import { movesOf } from "../../compiler/permute/rewrites.js";
import { storedAs } from "../../compiler/permute/stored-as.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { applyNaively } from "../grow/naive-apply.js";
import { asCheckpoint, randomTensors } from "../grow/small-model.js";
import { arbitraryPlan } from "../support/arbitrary-plan.js";
import { layerWeights } from "../support/layer-outputs.js";
import { fact, modelPlan } from "../support/plans.js";
import { randomInput } from "../support/random.js";
import { relativeError } from "../support/relative.js";

/** Random legal layers: latents, biases, sinks, unlike classes, tiled noise, partial rotary. */
const cases = fc.sample(arbitraryPlan, { numRuns: 30, seed: 8411 });

it.each(cases.map((plan, i) => [i, plan] as const))(
  "random layer %i is the same, blocked and with its pairs the other way",
  async (_, { layer, hidden, prefix, seed }) => {
    const checkpoint = fact({ family: "motif", order: "grouped" } as const);
    const model = modelPlan([layer], hidden, { checkpoint });
    const pairing = layer.rope?.value.pairing === "half" ? "adjacent" : "half";
    const target = storedAs(model, {
      checkpoint: { family: "native", order: "blocked" },
      ...(layer.rope ? { pairing } : {}),
    });
    const before = randomTensors(model, seed);
    const rewrites = movesOf(model, target).map(({ rewrite }) => rewrite);
    const after = asCheckpoint(target, applyNaively(rewrites, before));
    const [moved = layer] = target.layers;
    const x = randomInput(seed, 6, hidden);
    const y = async (one: typeof model, at: typeof layer, weights: typeof after) =>
      evaluate(at, hidden, await layerWeights(one, at, weights), x, { prefix }).y;
    const expected = await y(model, layer, asCheckpoint(model, before));
    expect(relativeError(await y(target, moved, after), expected)).toBeLessThan(1e-12);
  },
);
