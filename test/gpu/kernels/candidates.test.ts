import { describe, expect, it } from "vitest";
import type { Machine } from "../../../compiler/kernels/machine.js";
import { candidates } from "../../../compiler/kernels/schedule/candidates.js";
import { words, type Schedule } from "../../../compiler/kernels/schedule/schedule.js";
import type { LayerPlan } from "../../../compiler/plan/plan.js";
import { operationsOf } from "../../../compiler/tune/operations.js";
import { evaluate } from "../../../compiler/reference/evaluate.js";
import { machines, openLayer } from "../../support/kernels.js";
import { layerPlan, modelPlan } from "../../support/plans.js";
import { randomInput, randomWeights } from "../../support/random.js";
import { relativeError } from "../../support/relative.js";

/**
 * Every candidate of the core of one small layer, and the first two of its projections, against
 * float64: what tuning may pick is right. The first round takes the first candidate of each
 * operation, the second the second, and so on, for as many rounds as the longest list has.
 */
const hidden = 32;
const tokens = 13;
const steps = 2;
const layer = layerPlan({
  classes: [{ groups: 1, signal: 2, noise: 1 }],
  headDim: 4,
  valueDim: 8,
});

/** Both heads together are too long a body where lanes hold value columns. */
const wide = layerPlan({
  classes: [{ groups: 1, signal: 1, noise: 1 }],
  headDim: 4,
  valueDim: 256,
});

for (const machine of await machines()) {
  describe(`${machine.hands} of ${machine.team}`, () => {
    const model = modelPlan([layer], hidden);
    const operations = [...operationsOf(model, [layer], machine)];
    const lists = operations.map(([key, operation]) => ({
      key,
      all: candidates(operation, machine),
    }));
    const rounds = Math.max(
      ...lists.map(({ key, all }) => (key.startsWith("project") ? 2 : all.length)),
    );
    for (let round = 0; round < rounds; round++) {
      const taken = lists.flatMap(({ key, all }): readonly (readonly [string, Schedule])[] => {
        // Drivers take seconds for the widest projections, whatever their size.
        const few = key.startsWith("project") ? all.slice(0, 2) : all;
        const schedule = few[round % few.length];
        return schedule === undefined ? [] : [[key, schedule]];
      });
      const cores = taken.filter(([key]) => !key.startsWith("project"));
      const title = cores.map(([, schedule]) => words(schedule)).join("; ");
      it(`${title}`, async () => {
        expect(await errorWith(layer, machine, new Map(taken))).toBeLessThanOrEqual(1e-5);
      });
    }

    it("one signal head and its noise head, one after the other", async () => {
      expect(await errorWith(wide, machine, new Map())).toBeLessThanOrEqual(1e-5);
    });
  });
}

async function errorWith(
  layer: LayerPlan,
  machine: Machine,
  schedules: ReadonlyMap<string, Schedule>,
): Promise<number> {
  const weights = randomWeights(1, layer, hidden);
  const x = randomInput(1, tokens, hidden);
  const opened = await openLayer(layer, hidden, weights, machine, {}, undefined, {
    tuned: schedules,
  });
  const cache = opened.layer.cache({ sequences: 1, capacity: tokens });
  const y = new Float32Array(tokens * hidden);
  const prompt = (tokens - steps) * hidden;
  y.set(await opened.layer.prefill(x.subarray(0, prompt), cache));
  for (let at = prompt; at < x.length; at += hidden) {
    y.set(await opened.layer.decode(x.subarray(at, at + hidden), cache), at);
  }
  opened.session.close();
  return relativeError(y, evaluate(layer, hidden, weights, x, {}).y);
}
