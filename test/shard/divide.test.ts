import fc from "fast-check";
import { expect, it } from "vitest";
import { attentionTensors } from "../../compiler/plan/attention-tensors.js";
import { queryHeads } from "../../compiler/plan/heads.js";
import type { LayerPlan } from "../../compiler/plan/plan.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { deviceLayer } from "../../compiler/shard/device-layer.js";
import {
  divideLayer,
  divideModel,
  type Holding,
  possibleDevices,
} from "../../compiler/shard/divide.js";
import { type Range, type Split, splitTensors } from "../../compiler/shard/tensors.js";
import { arbitraryPlan } from "../support/arbitrary-plan.js";
import { example } from "../support/examples.js";
import { fact, layerPlan, modelPlan } from "../support/plans.js";
import { randomInput, randomWeights } from "../support/random.js";
import { relativeError } from "../support/relative.js";
import type { Weights } from "../../compiler/reference/weights.js";

/** The numbers of devices that part a layer, by trying. */
function devicesOf(layer: LayerPlan): readonly number[] {
  return possibleDevices(modelPlan([layer], 64));
}

it("parts by whole groups", () => {
  const motif = layerPlan({ classes: [{ groups: 8, signal: 4, noise: 1, kv: 1 }] });
  expect(devicesOf(motif)).toEqual([1, 2, 4, 8]);
  expect(divideLayer(motif, 16)).toEqual({
    reason: "8 groups do not divide by 16, and a group stays whole.",
  });
  expect(divideLayer(motif, 3)).toHaveProperty("reason");
});

it("copies KV pairs where there are more devices", () => {
  const gqa = layerPlan({ classes: [{ groups: 2, signal: 4, noise: 0 }], kvPairs: 2 });
  expect(devicesOf(gqa)).toEqual([1, 2, 4, 8]);
  const six = layerPlan({ classes: [{ groups: 3, signal: 2, noise: 0 }], kvPairs: 3 });
  expect(devicesOf(six)).toEqual([1, 3, 6]);
  expect(divideLayer(six, 2)).toEqual({
    reason: "3 KV pairs do not part evenly over 2 devices.",
  });
});

it("every class must part", () => {
  const classes = [
    { name: "sharp", groups: 6, signal: 6, noise: 1 },
    { name: "calm", groups: 2, signal: 2, noise: 1 },
  ];
  expect(devicesOf(layerPlan({ classes }))).toEqual([1, 2]);
  expect(divideLayer(layerPlan({ classes }), 3)).toEqual({
    reason: "2 groups of calm do not divide by 3, and a group stays whole.",
  });
});

it("Motif-2-12.7B over four devices: contiguous rows, as its checkpoint has them", () => {
  const [model] = example("motif-2-12.7b.gda").models;
  if (!model) throw new Error("no model");
  const division = divideModel(model, 4);
  if ("reason" in division) throw new Error(division.reason);
  const second = (name: string): unknown => {
    const { split } =
      splitTensors(model, division).find(({ tensor }) => tensor.name === name) ?? {};
    return split && split.axis !== "none" ? [split.axis, ...(split.ranges[1] ?? [])] : split;
  };
  const attention = "model.layers.0.self_attn";
  // 2 of 8 groups: 10 query heads of 128, 4 key heads of 128, 2 value heads of 256, 8 signal heads.
  expect(second(`${attention}.q_proj.weight`)).toEqual(["rows", { first: 1280, count: 1280 }]);
  expect(second(`${attention}.k_proj.weight`)).toEqual(["rows", { first: 512, count: 512 }]);
  expect(second(`${attention}.v_proj.weight`)).toEqual(["rows", { first: 512, count: 512 }]);
  expect(second(`${attention}.o_proj.weight`)).toEqual(["columns", { first: 2048, count: 2048 }]);
  expect(second("model.layers.39.mlp.down_proj.weight")).toEqual([
    "columns",
    { first: 4096, count: 4096 },
  ]);
  expect(second("lm_head.weight")).toEqual(["rows", { first: 54_880, count: 54_880 }]);
  expect(second(`${attention}.subln.weight`)).toEqual({ axis: "none" });
});

const layersOfCases = arbitraryPlan.filter(({ layer }) => devicesOf(layer).length > 1);

it("every query head is on one device, with its noise head and its KV pair", () => {
  fc.assert(
    fc.property(layersOfCases, ({ layer }) => {
      for (const devices of devicesOf(layer)) {
        const holdings = holdingsOf(layer, devices);
        const held = holdings.flatMap(({ heads }) => heads.map(({ query }) => query));
        expect(held.toSorted((a, b) => a - b)).toEqual(queryHeads(layer).map((_, i) => i));
        for (const { heads, pairs } of holdings) {
          const noise = new Set(heads.filter(({ role }) => role === "noise").map((h) => h.index));
          expect(heads.every((h) => h.noise === undefined || noise.has(h.noise))).toBe(true);
          expect(heads.every(({ kvPair }) => pairs.includes(kvPair))).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  );
});

it("the devices' outputs add up to the layer's", () => {
  fc.assert(
    fc.property(layersOfCases, ({ layer: given, hidden, seed, tokens }) => {
      const layer: LayerPlan = { ...given, bias: fact(given.bias.value.filter((b) => b !== "o")) };
      const weights = randomWeights(seed, layer, hidden);
      const x = randomInput(seed, Math.min(tokens, 6), hidden);
      const whole = evaluate(layer, hidden, weights, x, { prefix: 2 }).y;
      for (const devices of devicesOf(layer)) {
        const sum = new Float64Array(whole.length);
        holdingsOf(layer, devices).forEach((held, device) => {
          const part = deviceLayer(layer, held, devices);
          const own = ownWeights(layer, part, hidden, weights, devices, device);
          const { y } = evaluate(part, hidden, own, x, { prefix: 2 });
          y.forEach((value, i) => (sum[i] = (sum[i] ?? 0) + value));
        });
        expect(relativeError(sum, whole)).toBeLessThan(1e-12);
      }
    }),
    { numRuns: 40 },
  );
});

function holdingsOf(layer: LayerPlan, devices: number): readonly Holding[] {
  const holdings = divideLayer(layer, devices);
  if ("reason" in holdings) throw new Error(holdings.reason);
  return holdings;
}

/** The weights of one device, taken by its ranges, in the order of the device's own layer. */
function ownWeights(
  layer: LayerPlan,
  part: LayerPlan,
  hidden: number,
  weights: Weights,
  devices: number,
  device: number,
): Weights {
  const division = { devices, layers: [holdingsOf(layer, devices)] };
  const splits = splitTensors(modelPlan([layer], hidden), division);
  const shapes = new Map(attentionTensors(part, hidden).map(({ name, shape }) => [name, shape]));
  return Object.fromEntries(
    attentionTensors(layer, hidden).map(({ name, shape }) => {
      const split = splits.find(({ tensor }) => tensor.tensor === name)?.split;
      const taken = take(weights[name] ?? new Float32Array(), shape, split, device);
      expect(taken.length).toBe(shapes.get(name)?.reduce((product, size) => product * size, 1));
      return [name, taken];
    }),
  );
}

function take(
  numbers: Float32Array | Float64Array,
  [rows = 0, columns = 1]: readonly number[],
  split: Split | undefined,
  device: number,
): Float32Array {
  const all = (count: number): readonly Range[] => [{ first: 0, count }];
  const ranges = split && split.axis !== "none" ? (split.ranges[device] ?? []) : [];
  const indices = (of: readonly Range[]): readonly number[] =>
    of.flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i));
  const wantedRows = indices(split?.axis === "rows" ? ranges : all(rows));
  const wantedColumns = indices(split?.axis === "columns" ? ranges : all(columns));
  return Float32Array.from(
    wantedRows.flatMap((row) => wantedColumns.map((c) => numbers[row * columns + c] ?? NaN)),
  );
}
