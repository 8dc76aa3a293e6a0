import { expect, it } from "vitest";
import { movesOf } from "../../compiler/permute/rewrites.js";
import { storedAs } from "../../compiler/permute/stored-as.js";
import type { Checkpoint, ModelPlan, Rope } from "../../compiler/plan/plan.js";
import { specText } from "../../compiler/spec/text.js";
import { applyNaively, type Tensors } from "../grow/naive-apply.js";
import { asCheckpoint, randomTensors } from "../grow/small-model.js";
import { relativeError } from "../support/relative.js";
import { outputs } from "../support/layer-outputs.js";
import { modelOf, oneToOne, small, unlike } from "./specs.js";

const layouts = [
  { heads: oneToOne, orders: ["grouped", "blocked", "halves"] },
  { heads: unlike, orders: ["grouped", "blocked"] },
] as const;

interface Way {
  readonly order: Checkpoint["order"];
  readonly pairing: Rope["pairing"];
}

const cases = layouts.flatMap(({ heads, orders }) => {
  const ways = orders.flatMap((order): readonly Way[] => [
    { order, pairing: "half" },
    { order, pairing: "adjacent" },
  ]);
  return ways.flatMap((from) =>
    ways.filter((to) => to !== from).map((to) => ({ heads, from, to })),
  );
});

it.each(cases)(
  "$from.order $from.pairing to $to.order $to.pairing is the same layer, and comes back",
  async ({ heads, from, to }) => {
    const model = small(heads, `native(order: ${from.order})`, from.pairing);
    const target = stored(model, to);
    const before = randomTensors(model, 3);
    const after = moved(model, target, before);
    // What reads it is the spec that is written beside it.
    const spec = modelOf(specText(target));
    const expected = await outputs(model, asCheckpoint(model, before));
    const found = await outputs(spec, asCheckpoint(spec, after));
    expect(relativeError(found, expected)).toBeLessThan(1e-12);
    const back = moved(target, stored(target, from), after);
    expect([...before].filter(([name, w]) => !same(w, back.get(name)))).toEqual([]);
  },
);

function stored(model: ModelPlan, { order, pairing }: Way): ModelPlan {
  return storedAs(model, { checkpoint: { family: "native", order }, pairing });
}

function moved(model: ModelPlan, target: ModelPlan, tensors: Tensors): Tensors {
  const rewrites = movesOf(model, target).map(({ rewrite }) => rewrite);
  return applyNaively(rewrites, tensors);
}

/** Number by number; `toEqual` takes its time. */
function same(a: Float64Array, b: Float64Array | undefined): boolean {
  return a.length === b?.length && a.every((value, i) => value === b[i]);
}
