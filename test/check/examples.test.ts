import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { totals } from "../../compiler/plan/heads.js";
import type { LayerPlan, ModelPlan } from "../../compiler/plan/plan.js";
import { reordered } from "./reordered.js";
import { withoutPlaces } from "./without-places.js";

const host = {
  read: (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
};
const files = readdirSync("examples").filter((file) => file.endsWith(".gda"));

function example(name: string, model: string): ModelPlan {
  const { diagnostics, models } = analyze(`examples/${name}.gda`, host);
  expect(diagnostics).toEqual([]);
  const plan = models.find((each) => each.name === model);
  if (!plan) throw new Error(`There is no ${model}.`);
  return plan;
}

function layer(plan: ModelPlan, index: number): LayerPlan {
  const found = plan.layers[index];
  if (!found) throw new Error(`There is no layer ${index}.`);
  return found;
}

function init({ lambda }: LayerPlan): number | undefined {
  return lambda?.value.kind === "reparam" ? lambda.value.init : undefined;
}

function times({ headNorm }: LayerPlan): number | undefined {
  return headNorm?.value.times;
}

test.each(files)("%s is without a mistake", (file) => {
  expect(analyze(`examples/${file}`, host).diagnostics).toEqual([]);
});

test.each(files)("in %s the order of facts does not matter", (file) => {
  const path = `examples/${file}`;
  const mixed = reordered(host.read(path) ?? "", (things) => things.toReversed());
  const other = { read: (name: string) => (name === path ? mixed : host.read(name)) };
  const [before, after] = [analyze(path, host), analyze(path, other)];
  expect(after.diagnostics).toEqual([]);
  expect(withoutPlaces(after.models)).toEqual(withoutPlaces(before.models));
  expect(withoutPlaces(after.targets)).toEqual(withoutPlaces(before.targets));
});

test("Motif-2-12.7B has 32 signal and 8 noise heads in 8 groups", () => {
  const plan = example("motif-2-12.7b", "Motif2_12B7");
  expect(plan.layers).toHaveLength(40);
  expect(plan).toMatchObject({
    hidden: { value: 4096 },
    context: { value: 32_768 },
    vocab: { value: 219_520 },
    embedding: { value: "untied" },
    dtype: { value: { weights: "f16", cache: "f16", accumulate: "f32" } },
    checkpoint: { value: { family: "motif", order: "grouped" }, origin: "inherited" },
    preNorm: { value: { kind: "rms", eps: 1e-5 }, origin: "inherited" },
  });
  const first = layer(plan, 0);
  expect(totals(first)).toEqual({ groups: 8, signal: 32, noise: 8, query: 40 });
  expect(first).toMatchObject({
    kvPairs: { value: 8 },
    headDim: { value: { size: 128, parts: [{ kind: "rotary", size: 128 }] }, origin: "written" },
    valueDim: { value: 256, origin: "inherited" },
    noiseKeys: { value: "own" },
    noiseRepeat: { value: "interleave", origin: "default" },
    rope: { value: { pairing: "half", theta: 1_000_000, scaling: { kind: "none" } } },
    mask: { value: { kind: "causal" } },
    scoreScale: { value: 128 ** -0.5, origin: "derived" },
    cache: { value: "heads", origin: "default" },
    mlp: { width: { value: 16_384 }, form: { value: "gated" }, activation: { value: "polynorm" } },
  });
});

test("Motif's λ starts from a function of the zero-based layer", () => {
  const plan = example("motif-2-12.7b", "Motif2_12B7");
  expect(init(layer(plan, 0))).toBeCloseTo(-0.00992, 5);
  expect(init(layer(plan, 1))).toBeCloseTo(0.2, 12);
  expect(init(layer(plan, 2))).toBeCloseTo(0.3555, 4);
  expect(init(layer(plan, 10))).toBeCloseTo(0.7597, 4);
  expect(times(layer(plan, 0))).toBeCloseTo(1.0099, 4);
  expect(times(layer(plan, 1))).toBeCloseTo(0.8, 12);
});

test("Motif-2.6B is DIFF V1: as many noise heads as signal heads", () => {
  const plan = example("motif-2.6b", "Motif2_6B");
  expect(totals(layer(plan, 31))).toEqual({ groups: 8, signal: 8, noise: 8, query: 16 });
  expect(plan).toMatchObject({ hidden: { value: 2048 }, embedding: { value: "tied" } });
});

test("Motif 3 has a latent, windows, and YaRN on every fourth layer", () => {
  const plan = example("motif-3", "Motif3");
  expect(plan.layers).toHaveLength(53);
  const [full, window] = [layer(plan, 0), layer(plan, 1)];
  expect(totals(full)).toEqual({ groups: 16, signal: 64, noise: 16, query: 80 });
  const parts = [
    { kind: "plain", size: 128 },
    { kind: "rotary", size: 64 },
  ];
  expect(full).toMatchObject({
    headDim: { value: { size: 192, parts } },
    valueDim: { value: 128 },
    latent: { query: { value: 1024 }, kv: { value: 512 }, norm: { value: { eps: 1e-5 } } },
    gate: { value: { form: "elementwise", from: "query_latent" } },
    lambda: { value: { kind: "sigmoid", per: "signal" } },
    headNorm: undefined,
    noiseKeys: { value: "shared" },
    mask: { value: { kind: "causal" } },
    cache: { value: "latent" },
    rope: { value: { scaling: { kind: "yarn", factor: 64, betaFast: 32, bounds: "rounded" } } },
    mlp: undefined,
  });
  expect(full.scoreScale.value * Math.sqrt(192)).toBeCloseTo(2.00474, 5);
  expect(window).toMatchObject({
    mask: { value: { kind: "window", keys: 129 } },
    cache: { value: "heads" },
    rope: { value: { scaling: { kind: "none" } } },
    scoreScale: { value: 1 / Math.sqrt(192), origin: "derived" },
  });
});

test("gpt-oss alternates windows of 128 with full attention, with sinks and biases", () => {
  const plan = example("gpt-oss-20b", "GptOss20B");
  expect(totals(layer(plan, 0))).toEqual({ groups: 8, signal: 64, noise: 0, query: 64 });
  expect(plan.layers.map(({ mask }) => mask.value.kind).slice(0, 3)).toEqual([
    "window",
    "causal",
    "window",
  ]);
  const gain = 0.1 * Math.log(32) + 1;
  expect(layer(plan, 1)).toMatchObject({
    sinks: { value: "learned" },
    bias: { value: ["q", "k", "v", "o"] },
    rope: { value: { scaling: { kind: "yarn", bounds: "exact", gain } } },
    lambda: undefined,
  });
});

test("two kinds of group: 40 + 8 heads, and 16 + 8 in the first 8 layers", () => {
  const plan = example("two-kinds", "TwoKinds");
  expect(totals(layer(plan, 7))).toMatchObject({ signal: 16, noise: 8 });
  expect(totals(layer(plan, 8))).toMatchObject({ signal: 40, noise: 8 });
});

test.each([
  ["1:1", 24],
  ["2:1", 12],
  ["3:1", 8],
  ["4:1", 6],
  ["6:1", 4],
])("a sweep at %s has %i noise heads at one output width", (r, noise) => {
  const { models, params, diagnostics } = analyze("examples/sweep.gda", host, { params: { r } });
  expect(diagnostics).toEqual([]);
  const allowed = ["1:1", "2:1", "3:1", "4:1", "6:1"];
  expect(params).toEqual([{ model: "Sweep", name: "r", value: r, allowed }]);
  const [plan] = models;
  expect(plan && totals(layer(plan, 0))).toMatchObject({ signal: 24, noise });
});

test("the growth ends at the declared model", () => {
  const { growths } = analyze("examples/motif-growth.gda", host);
  const [growth] = growths;
  expect(growth?.stages.map(({ model }) => model.layers.length)).toEqual([32, 40, 40]);
  const grown = growth?.stages.at(-1)?.model;
  expect(grown && totals(layer(grown, 39))).toMatchObject({ signal: 32, noise: 8 });
});
