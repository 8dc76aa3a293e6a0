import { describe, expect, it } from "vitest";
import { compileLayers } from "../../compiler/kernels/compile.js";
import { cacheBytes, cachedValues, parameters, weightBytes } from "../../compiler/plan/costs.js";
import { decodeFlops, prefillFlops } from "../../compiler/plan/flops.js";
import type { Dtype, ModelPlan } from "../../compiler/plan/plan.js";
import { layerTensors, outerTensors, sizeOf } from "../../compiler/plan/tensors.js";
import { tensorBytes } from "../../runtime/size.js";
import { fact, layerPlan, modelPlan } from "../support/plans.js";
import { llama8B, motif12B7, motif3, motif6B } from "./published.js";

function shapeOf(plan: ModelPlan, name: string): string | undefined {
  const [layer] = plan.layers;
  const tensors = layer ? layerTensors(plan, layer) : [];
  return tensors.find((tensor) => tensor.name === name)?.shape.join(" × ");
}

describe("parameters", () => {
  // gda-math.md, section 1: 12.703 B; the other two are the published sizes of their models.
  it.each([
    ["Motif-2-12.7B", motif12B7, 12.703],
    ["Motif-2.6B", motif6B, 2.597],
    ["Llama-3-8B", llama8B, 8.03],
  ])("%s", (_, plan, billions) => {
    expect(parameters(plan).total / 1e9).toBeCloseTo(billions, 2);
  });

  it("are those of Llama-3-8B to the last", () => {
    // `num_parameters()` of meta-llama/Meta-Llama-3-8B.
    expect(parameters(llama8B).total).toBe(8_030_261_248);
  });

  it("add up by part", () => {
    const { total, parts } = parameters(motif12B7);
    expect(parts.reduce((sum, part) => sum + part.parameters, 0)).toBe(total);
    expect(Object.fromEntries(parts.map((p) => [p.part, p.parameters]))).toEqual({
      embedding: 219_520 * 4096,
      attention: 40 * (5120 * 4096 + 2 * 2048 * 4096 + 4096 * 8192 + 4 * 128 + 256),
      mlp: 40 * (3 * 4096 * 16_384 + 4),
      norms: (2 * 40 + 1) * 4096,
      head: 219_520 * 4096,
    });
  });
});

describe("shapes", () => {
  // gda-math.md, section 2.
  it.each([
    ["q", "5120 × 4096"],
    ["k", "2048 × 4096"],
    ["v", "2048 × 4096"],
    ["o", "4096 × 8192"],
    ["lambda_q1", "128"],
    ["head_norm", "256"],
  ])("%s of Motif-2-12.7B", (name, shape) => {
    expect(shapeOf(motif12B7, name)).toBe(shape);
  });

  // gda-math.md, section 6, GDLA.
  it.each([
    ["q_down", "1024 × 4096"],
    ["q", "15360 × 1024"],
    ["kv_down", "576 × 4096"],
    ["kv_up", "4096 × 512"],
    ["gate", "8192 × 1024"],
    ["lambda", "64 × 4096"],
    ["o", "4096 × 8192"],
  ])("%s of Motif 3", (name, shape) => {
    expect(shapeOf(motif3, name)).toBe(shape);
  });

  it("a layer norm has a bias, and a tied head no weights", () => {
    const plan = modelPlan([layerPlan()], 32, {
      vocab: fact(100),
      embedding: fact("tied" as const),
      preNorm: fact({ kind: "layer" as const, eps: 1e-5 }),
    });
    expect(outerTensors(plan).map(({ name }) => name)).toEqual([
      "embedding",
      "final_norm",
      "final_norm_bias",
    ]);
  });
});

describe("cache", () => {
  // gda-math.md, section 9.
  it("is 320 KiB a token of Motif-2-12.7B, a layer no more than before its growth", () => {
    expect(cacheBytes(motif12B7)).toBe(320 * 1024);
    expect(cacheBytes(motif6B)).toBe(256 * 1024);
  });

  it("has a scale of 4 bytes for each head where it is int8", () => {
    const i8 = (plan: ModelPlan): ModelPlan => ({
      ...plan,
      dtype: fact({ ...plan.dtype.value, cache: "i8" as const }),
    });
    // 40 layers of 8 KV pairs, each of K1 and K2 of 128 channels and V of 256.
    expect(cacheBytes(i8(motif12B7))).toBe(40 * 8 * (2 * 128 + 256 + 3 * 4));
    // Every fourth layer: a latent and a rotary key. The others: 16 keys and 16 values.
    const latent = 512 + 64 + 2 * 4;
    const heads = 16 * (192 + 128 + 2 * 4);
    expect(cacheBytes(i8({ ...motif3, layers: motif3.layers.slice(0, 4) }))).toBe(
      latent + 3 * heads,
    );
  });

  it("is a latent of 512 + 64 values in every fourth layer of Motif 3", () => {
    const [full, sliding] = motif3.layers;
    expect(full && cachedValues(full)).toBe(576);
    expect(sliding && cachedValues(sliding)).toBe(16 * (192 + 128));
  });
});

describe("weights", () => {
  const model = (dtype: Dtype): ModelPlan => ({ ...motif12B7, dtype: fact(dtype) });

  it("are all as wide as the dtype where it is a float", () => {
    const bf16 = { weights: "bf16", cache: "bf16", accumulate: "f32" } as const;
    expect(weightBytes(model(bf16))).toBe(2 * parameters(motif12B7).total);
  });

  it("take 4.5 bits in blocks of 32 of 4 bits, and vectors 32", () => {
    const tensors = [motif12B7, ...motif12B7.layers].flatMap((of) =>
      "layers" in of ? outerTensors(of) : layerTensors(motif12B7, of),
    );
    const bits = tensors.map((of) => sizeOf(of) * (of.shape.length === 2 ? 4.5 : 32));
    const i4 = { weights: "i4", block: 32, cache: "f16", accumulate: "f32" } as const;
    expect(weightBytes(model(i4))).toBe(bits.reduce((sum, of) => sum + of, 0) / 8);
  });

  it("are what a package allocates for its layer", () => {
    const layer = layerPlan({
      lambda: { kind: "sigmoid", per: "noise" },
      valueDim: 48,
      bias: ["o"],
    });
    const dtype = { weights: "i8", block: 16, cache: "f16", accumulate: "f32" } as const;
    const plan = modelPlan([layer], 64, { dtype: fact(dtype) });
    const { programs } = compileLayers(plan, [layer], { hands: "workgroup", team: 32 });
    const { layer_0: program } = programs;
    const stored = Object.values(program?.tensors ?? {}).filter(({ role }) => role === "weight");
    expect(stored.reduce((sum, tensor) => sum + tensorBytes(tensor, {}), 0)).toBe(
      weightBytes(plan),
    );
  });
});

/** Multiplications and additions, one by one. */
function counted(queries: number, visible: (query: number) => number, channels: number): number {
  let sum = 0;
  for (let query = 0; query < queries; query++) sum += 2 * visible(query) * channels;
  return sum / queries;
}

describe("FLOPs", () => {
  const tokens = 37;
  const heads = 6 * (16 + 16);
  const plan = (mask: "causal" | "bidirectional" | 5): ModelPlan =>
    modelPlan(
      [layerPlan({ mask: mask === 5 ? { kind: "window", keys: mask } : { kind: mask } })],
      32,
    );

  it.each([
    ["causal" as const, (query: number) => query + 1],
    ["bidirectional" as const, () => tokens],
    [5 as const, (query: number) => Math.min(query + 1, 5)],
  ])("of the core under %s are counted", (mask, visible) => {
    expect(prefillFlops(plan(mask), tokens).core).toBeCloseTo(counted(tokens, visible, heads), 6);
  });

  it("of a decoded token count itself, and no more than the window", () => {
    expect(decodeFlops(plan("causal"), tokens).core).toBe(2 * (tokens + 1) * heads);
    expect(decodeFlops(plan(5), tokens).core).toBe(2 * 5 * heads);
  });

  it("of matrices are two a parameter", () => {
    const { projections, mlp, head } = prefillFlops(llama8B, 1);
    expect(projections).toBe(32 * 2 * (2 * 4096 * 4096 + 2 * 1024 * 4096));
    expect(mlp).toBe(32 * 2 * 3 * 4096 * 14_336);
    expect(head).toBe(2 * 128_256 * 4096);
  });

  it("over a cached latent take the up-projection into the queries", () => {
    const one = { ...motif3, layers: motif3.layers.slice(0, 1) };
    const { projections, core } = decodeFlops(one, 99);
    expect(core).toBe(2 * 80 * 100 * (512 + 64 + 512));
    expect(projections).toBe(
      2 *
        (1024 * 4096 +
          80 * 192 * 1024 +
          576 * 4096 +
          80 * 128 * 512 +
          64 * 128 * 512 +
          64 * 4096 +
          8192 * 1024 +
          4096 * 8192),
    );
  });
});
