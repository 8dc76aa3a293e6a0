import { expect, it } from "vitest";
import { movesOf } from "../../compiler/permute/rewrites.js";
import { storedAs, type Storage } from "../../compiler/permute/stored-as.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";
import { applyNaively, type Tensors } from "../grow/naive-apply.js";
import { asCheckpoint, randomTensors } from "../grow/small-model.js";
import { goldenCase } from "../support/golden.js";
import { modelPlan } from "../support/plans.js";
import { relativeError } from "../support/relative.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { layerWeights } from "../support/layer-outputs.js";
import { modelOf, small } from "./specs.js";

// Permutations written down from gda-math.md, section 3, by views and loops, without the compiler's
// head index map: q is [G, g + 1, d], k [P, 2, d], v [P, 2d].

const [groups, g, d, dv, hidden] = [3, 4, 16, 32, 32];
const heads = `group[3] { signal: 4, noise: 1, kv: 1 }
    head_dim: 16, value_dim: 32`;

/** Rows `first` to `first + count` of a matrix. */
const rows = (w: Float64Array, first: number, count: number): readonly number[] => [
  ...w.subarray(first * hidden, (first + count) * hidden),
];

function tensorOf(tensors: Tensors, name: string): Float64Array {
  return tensors.get(name) ?? new Float64Array();
}

function after(model: ModelPlan, storage: Storage, tensors: Tensors): Tensors {
  const moves = movesOf(model, storedAs(model, storage));
  return applyNaively(
    moves.map(({ rewrite }) => rewrite),
    tensors,
  );
}

it("blocked keeps all signal heads before all noise heads, and K alike", () => {
  const model = small(heads, "native", "half");
  const before = randomTensors(model, 1);
  const found = after(model, { checkpoint: { family: "native", order: "blocked" } }, before);
  const [q, k] = [
    tensorOf(before, "layers.0.attention.q"),
    tensorOf(before, "layers.0.attention.k"),
  ];
  const head = (group: number, i: number): readonly number[] =>
    rows(q, (group * (g + 1) + i) * d, d);
  const signal = [];
  const noise = [];
  for (let group = 0; group < groups; group++) {
    for (let s = 0; s < g; s++) signal.push(...head(group, s));
    noise.push(...head(group, g));
  }
  expect([...tensorOf(found, "layers.0.attention.q")]).toEqual([...signal, ...noise]);
  const keys = [0, 1].map((branch) =>
    Array.from({ length: groups }, (_, pair) => rows(k, (2 * pair + branch) * d, d)).flat(),
  );
  expect([...tensorOf(found, "layers.0.attention.k")]).toEqual(keys.flat());
  const v = "layers.0.attention.v";
  expect(tensorOf(found, v)).toEqual(tensorOf(before, v));
});

it("halves takes each pair's V from one head of each half", () => {
  const model = small(
    "group[3] { signal: 1, noise: 1, kv: 1 }\n head_dim: 16, value_dim: 32",
    "native",
    "half",
  );
  const before = randomTensors(model, 1);
  const found = after(model, { checkpoint: { family: "native", order: "halves" } }, before);
  const v = tensorOf(before, "layers.0.attention.v");
  const half = dv / 2;
  const halves = [0, 1].map((part) =>
    Array.from({ length: groups }, (_, pair) => rows(v, (2 * pair + part) * half, half)).flat(),
  );
  expect([...tensorOf(found, "layers.0.attention.v")]).toEqual(halves.flat());
});

it("adjacent puts channel i of a half head at 2i, and i + d/2 at 2i + 1", () => {
  const model = small(heads, "native", "half");
  const before = randomTensors(model, 1);
  const found = after(model, { pairing: "adjacent" }, before);
  for (const [name, count] of [
    ["q", groups * (g + 1)],
    ["k", 2 * groups],
  ] as const) {
    const w = tensorOf(before, `layers.0.attention.${name}`);
    const expected = [];
    for (let head = 0; head < count; head++) {
      for (let i = 0; i < d / 2; i++) {
        expected.push(...rows(w, head * d + i, 1), ...rows(w, head * d + i + d / 2, 1));
      }
    }
    expect([...tensorOf(found, `layers.0.attention.${name}`)]).toEqual(expected);
  }
});

it("the golden case with adjacent pairs stays itself as half and blocked", async () => {
  const { layer, hidden: width, weights, x, y } = await goldenCase("gda_interleaved_rope");
  expect(layer.rope?.value.pairing).toBe("adjacent");
  const model = modelPlan([layer], width);
  const before = new Map(
    Object.entries(weights).map(([name, w]) => [
      `layers.0.attention.${name}`,
      Float64Array.from(w),
    ]),
  );
  const storage = { checkpoint: { family: "native", order: "blocked" }, pairing: "half" } as const;
  const target = storedAs(model, storage);
  const [half] = target.layers;
  if (!half) throw new Error("no layer");
  const stored = asCheckpoint(target, after(model, storage, before));
  const own = await layerWeights(target, half, stored);
  const found = evaluate(half, width, own, x).y;
  expect(half.rope?.value.pairing).toBe("half");
  expect(relativeError(found, evaluate(layer, width, weights, x).y)).toBeLessThan(1e-12);
  expect(relativeError(found, y)).toBeLessThan(1e-7);
});

it("kv_down's rotary rows move, and nothing else of it", () => {
  const model = modelOf(`model Latent {
  hidden: 32, layers: 1, context: 64, dtype: f32
  attention {
    group[2] { signal: 2, noise: 1, kv: 1 }, head_dim: 8 plain + 6 rotary, value_dim: 8
    latent { query: 16, kv: 12, norm: rms(eps: 1e-5) }, noise_keys: shared
    lambda: sigmoid(per: signal), head_norm: none, rope: half(theta: 10_000), mask: causal
  }
}
`);
  const before = randomTensors(model, 1);
  const found = after(model, { pairing: "adjacent" }, before);
  const down = tensorOf(before, "layers.0.attention.kv_down");
  const expected = [0, 3, 1, 4, 2, 5].flatMap((i) => rows(down, 12 + i, 1));
  expect([...tensorOf(found, "layers.0.attention.kv_down")]).toEqual([
    ...rows(down, 0, 12),
    ...expected,
  ]);
});
