import { expect, test } from "vitest";
import { storedTensors } from "../../compiler/checkpoint/stored.js";
import { cacheBytes, parameters } from "../../compiler/plan/costs.js";
import { totals } from "../../compiler/plan/heads.js";
import { configNames, configText, specOf } from "./configs.js";

/** What reports say. */
interface Published {
  readonly layers: number;
  readonly signal: number;
  readonly noise?: number;
  readonly pairs: number;
  /** Of q and k, and of v. */
  readonly dims: readonly [number, number];
  /** Bytes that a token takes in the cache of the dtype named. */
  readonly cache: number;
  readonly windows?: number;
}

const published: Readonly<Record<string, Published>> = {
  // DeepSeek-V3 technical report, table 1 and section 4.2; 70,272 bytes: arXiv 2505.09343, table 1.
  "deepseek-r1": { layers: 61, signal: 128, pairs: 128, dims: [192, 128], cache: 70_272 },
  // arXiv 2405.04434, sections 3.1 and B.1; (512 + 64) · 2 bytes a layer.
  "deepseek-v2.5": { layers: 60, signal: 128, pairs: 128, dims: [192, 128], cache: 69_120 },
  "deepseek-v2-lite": { layers: 27, signal: 16, pairs: 16, dims: [192, 128], cache: 31_104 },
  // The defaults of its class: 32 heads of 64 are 16 + 16, and in float32.
  "diffllama-default": {
    layers: 16,
    signal: 16,
    noise: 16,
    pairs: 16,
    dims: [64, 128],
    cache: 16 * 4 * 64 * (32 + 32),
  },
  // arXiv 2408.00118, table 1.
  "gemma-2-9b": {
    layers: 42,
    signal: 16,
    pairs: 8,
    dims: [256, 256],
    cache: 42 * 2 * 2 * 8 * 256,
    windows: 21,
  },
  // arXiv 2503.19786, table 1 and section 2: five layers with a window to one without.
  "gemma-3-1b": {
    layers: 26,
    signal: 4,
    pairs: 1,
    dims: [256, 256],
    cache: 26 * 2 * 2 * 256,
    windows: 22,
  },
  "gemma-3-12b": {
    layers: 48,
    signal: 16,
    pairs: 8,
    dims: [256, 256],
    cache: 48 * 2 * 2 * 8 * 256,
    windows: 40,
  },
  // arXiv 2508.10925, section 2.
  "gpt-oss-20b": {
    layers: 24,
    signal: 64,
    pairs: 8,
    dims: [64, 64],
    cache: 24 * 2 * 2 * 8 * 64,
    windows: 12,
  },
  // arXiv 2407.21783, table 3.
  "llama-3.1-8b": {
    layers: 32,
    signal: 32,
    pairs: 8,
    dims: [128, 128],
    cache: 131_072,
  },
  // arXiv 2310.06825, table 1.
  "mistral-7b-v0.1": {
    layers: 32,
    signal: 32,
    pairs: 8,
    dims: [128, 128],
    cache: 131_072,
    windows: 32,
  },
  // Motif 2 12.7B report, arXiv 2511.07464, and the 2.6B report; gda-math.md, sections 1 and 9.
  "motif-2-12.7b": {
    layers: 40,
    signal: 32,
    noise: 8,
    pairs: 8,
    dims: [128, 256],
    cache: 320 * 1024,
  },
  "motif-2.6b": {
    layers: 32,
    signal: 8,
    noise: 8,
    pairs: 8,
    dims: [128, 256],
    cache: 32 * 2 * 128 * (16 + 16),
  },
  // arXiv 2608.09119; 14 of 53 layers cache 512 + 64 values, the others 16 heads of 192 and 128.
  "motif-3": {
    layers: 53,
    signal: 64,
    noise: 16,
    pairs: 16,
    dims: [192, 128],
    cache: 2 * (14 * 576 + 39 * 16 * (192 + 128)),
    windows: 39,
  },
  // arXiv 2407.10671, table 1.
  "qwen2-7b": {
    layers: 28,
    signal: 28,
    pairs: 4,
    dims: [128, 128],
    cache: 57_344,
  },
  // arXiv 2505.09388, table 1.
  "qwen3-8b": {
    layers: 36,
    signal: 32,
    pairs: 8,
    dims: [128, 128],
    cache: 147_456,
  },
};

test("every config has its published numbers", () => {
  expect(Object.keys(published).toSorted()).toEqual(configNames.toSorted());
});

test.each(Object.entries(published))("%s", (name, numbers) => {
  const { model } = specOf(configText(name));
  const [layer] = model.layers;
  if (!layer) throw new Error("There is no layer.");
  const { signal, noise } = totals(layer);
  expect({
    layers: model.layers.length,
    signal,
    noise,
    pairs: layer.kvPairs.value,
    dims: [layer.headDim.value.size, layer.valueDim.value],
    cache: cacheBytes(model),
    windows: model.layers.filter(({ mask }) => mask.value.kind === "window").length,
  }).toEqual({ noise: 0, windows: 0, ...numbers });
});

/** Of whole models. Reports round to three digits; model cards count. */
test.each([
  // The model cards on Hugging Face.
  ["llama-3.1-8b", 8_030_261_248, 0],
  ["mistral-7b-v0.1", 7_241_732_096, 0],
  ["qwen2-7b", 7_615_616_512, 0],
  ["qwen3-8b", 8_190_735_360, 0],
  // gda-math.md, section 1, and the name.
  ["motif-2-12.7b", 12.703e9, 1e-4],
  ["motif-2.6b", 2.6e9, 2e-2],
])("%s has %d parameters", (name, count, tolerance) => {
  const off = parameters(specOf(configText(name)).model).total / count - 1;
  expect(Math.abs(off)).toBeLessThanOrEqual(tolerance);
});

/** Names and shapes as a listing of the checkpoint itself has them (README.md beside the configs). */
test.each([
  ["gpt-oss-20b", "model.layers.0.self_attn.q_proj.weight", [4096, 2880]],
  ["gpt-oss-20b", "model.layers.23.self_attn.k_proj.bias", [512]],
  ["gpt-oss-20b", "model.layers.0.self_attn.sinks", [64]],
  ["gpt-oss-20b", "model.layers.0.self_attn.o_proj.weight", [2880, 4096]],
  ["deepseek-v2-lite", "model.layers.0.self_attn.q_proj.weight", [3072, 2048]],
  ["deepseek-v2-lite", "model.layers.0.self_attn.kv_a_proj_with_mqa.weight", [576, 2048]],
  ["deepseek-v2-lite", "model.layers.26.self_attn.kv_b_proj.weight", [4096, 512]],
  ["deepseek-v2-lite", "model.layers.0.self_attn.kv_a_layernorm.weight", [512]],
  ["mistral-7b-v0.1", "model.layers.0.self_attn.k_proj.weight", [1024, 4096]],
  ["mistral-7b-v0.1", "model.layers.0.mlp.down_proj.weight", [4096, 14336]],
  ["motif-2-12.7b", "model.layers.0.self_attn.q_proj.weight", [5120, 4096]],
  ["motif-2-12.7b", "model.layers.0.self_attn.o_proj.weight", [4096, 8192]],
  ["motif-2-12.7b", "model.layers.0.self_attn.subln.weight", [256]],
])("%s stores %s", (name, tensor, shape) => {
  const { model } = specOf(configText(name));
  expect(storedTensors(model).find((one) => one.name === tensor)?.shape).toEqual(shape);
});

test("Motif 3: the temperature is in the scores of layers that see all keys", () => {
  const { model } = specOf(configText("motif-3"));
  const [global, local] = model.layers;
  // m² = 2.00474 (gda-math.md, section 6).
  expect((global?.scoreScale.value ?? 0) * Math.sqrt(192)).toBeCloseTo(2.00474, 5);
  expect(local?.scoreScale.value).toBeCloseTo(0.07216878, 8);
  expect(local?.mask.value).toEqual({ kind: "window", keys: 129 });
  expect(local?.rope?.value).toEqual({
    pairing: "half",
    theta: 10_000,
    scaling: { kind: "none" },
  });
});

test("λ.init: Motif takes 1 from the zero-based layer, DiffLlama takes nothing", () => {
  const inits = (name: string): readonly (number | undefined)[] =>
    specOf(configText(name)).model.layers.map(({ lambda }) =>
      lambda?.value.kind === "reparam" ? lambda.value.init : undefined,
    );
  // gda-math.md, section 5.
  expect(inits("motif-2-12.7b")[0]).toBeCloseTo(-0.00992, 5);
  expect(inits("motif-2-12.7b")[10]).toBeCloseTo(0.7597, 4);
  expect(inits("diffllama-default")[0]).toBeCloseTo(0.2, 12);
  expect(inits("diffllama-default").slice(0, 9)).toEqual(inits("motif-2.6b").slice(1, 10));
});
