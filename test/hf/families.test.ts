import fc from "fast-check";
import { expect, test } from "vitest";
import { configOf } from "../../compiler/hf/export.js";
import type { LayerPlan } from "../../compiler/plan/plan.js";
import { valuesOf } from "../support/values.js";
import { configWith, imported, specOf } from "./configs.js";

/** What fields say that no published config of these has. */
function layersOf(name: string, fields: Readonly<Record<string, unknown>>): readonly LayerPlan[] {
  return specOf(configWith(name, fields)).model.layers;
}

function masks(layers: readonly LayerPlan[]): string {
  return layers.map(({ mask }) => (mask.value.kind === "window" ? "w" : "c")).join("");
}

test("Qwen2 and 3: windows from layer max_window_layers on, where they are switched on", () => {
  const fields = { use_sliding_window: true, sliding_window: 512, num_hidden_layers: 6 };
  expect(masks(layersOf("qwen2-7b", { ...fields, max_window_layers: 4 }))).toBe("ccccww");
  expect(masks(layersOf("qwen3-8b", { ...fields, max_window_layers: 0 }))).toBe("wwwwww");
  const kinds = Array.from({ length: 6 }, (_, i) =>
    i % 3 === 0 ? "full_attention" : "sliding_attention",
  );
  expect(masks(layersOf("qwen3-8b", { ...fields, layer_types: kinds }))).toBe("cwwcww");
  const off = configWith("qwen3-8b", { num_hidden_layers: 6, layer_types: kinds });
  expect(imported(off).findings.map(({ code }) => code)).toContain("GDA8307");
});

test("YaRN: the gain is the attention factor, given or by the factor", () => {
  const yarn = { rope_type: "yarn", factor: 4, original_max_position_embeddings: 32_768 };
  const gain = (scaling: object): number | undefined => {
    const [layer] = layersOf("qwen2-7b", { rope_scaling: scaling, num_hidden_layers: 1 });
    const found = layer?.rope?.value.scaling;
    return found?.kind === "yarn" ? found.gain : undefined;
  };
  expect(gain(yarn)).toBeCloseTo(0.1 * Math.log(4) + 1, 15);
  expect(gain({ ...yarn, attention_factor: 1.25 })).toBe(1.25);
  expect(gain({ ...yarn, mscale: 0.5, mscale_all_dim: 0.5 })).toBe(1);
  expect(gain({ ...yarn, factor: 1 })).toBe(1);
});

test("transformers 5 has theta and scaling in rope_parameters, for Gemma 3 twice", () => {
  const { rope_theta: _, rope_scaling: __, ...llama } = configWith("llama-3.1-8b");
  const scaled = { rope_type: "linear", factor: 2, rope_theta: 1e6 };
  const [layer] = specOf({ ...llama, rope_parameters: scaled }).model.layers;
  expect(layer?.rope?.value).toEqual({
    pairing: "half",
    theta: 1e6,
    scaling: { kind: "linear", factor: 2 },
  });
  const both = {
    full_attention: scaled,
    sliding_attention: { rope_type: "default", rope_theta: 1e4 },
  };
  const gemma = configWith("gemma-3-1b", { rope_parameters: both, rope_scaling: undefined });
  const layers = specOf(JSON.stringify(gemma)).model.layers;
  expect(layers.map(({ rope }) => rope?.value.theta).slice(4, 7)).toEqual([1e4, 1e6, 1e4]);
});

test("Motif: biases and masks as its serving code takes them", () => {
  const motif = (fields: object): LayerPlan | undefined =>
    layersOf("motif-2-12.7b", { num_hidden_layers: 1, ...fields })[0];
  expect(motif({ attention_bias: true })?.bias.value).toEqual(["q", "k", "v", "o"]);
  expect(motif({ attention_bias: true, qkv_bias: false })?.bias.value).toEqual(["o"]);
  expect(motif({ qkv_bias: true })?.bias.value).toEqual(["q", "k", "v"]);
  expect(motif({ use_bias: true })?.mlp).toBeUndefined();
  expect(motif({ is_causal: false })?.mask.value).toEqual({ kind: "bidirectional" });
});

test("DeepSeek: the pairing of the weights, and the MLP where there are no experts", () => {
  const { n_routed_experts: _, ...dense } = configWith("deepseek-r1", { num_hidden_layers: 1 });
  const [layer] = specOf(dense).model.layers;
  expect(layer?.mlp?.width.value).toBe(18_432);
  expect(layer?.rope?.value.pairing).toBe("adjacent");
  const [half] = layersOf("deepseek-r1", { rope_interleave: false, num_hidden_layers: 1 });
  expect(half?.rope?.value.pairing).toBe("half");
});

const small = fc.integer({ min: 1, max: 6 });
const even = small.map((n) => 2 * n);
const rope_scaling = fc.oneof(
  fc.constant(null),
  fc.record({
    rope_type: fc.constant("linear"),
    factor: fc.double({ min: 1, max: 64, noNaN: true }),
  }),
  fc.record({
    rope_type: fc.constant("yarn"),
    factor: fc.integer({ min: 2, max: 64 }),
    original_max_position_embeddings: fc.constant(4096),
    beta_fast: fc.constant(32),
    beta_slow: fc.constant(1),
    truncate: fc.boolean(),
  }),
);
const shared = {
  num_hidden_layers: small,
  hidden_size: fc.constantFrom(64, 96),
  head_dim: even,
  tie_word_embeddings: fc.boolean(),
  torch_dtype: fc.constantFrom("float32", "float16", "bfloat16"),
  rope_theta: fc.constantFrom(10_000, 500_000, 1e6),
};
const rope = { ...shared, rope_scaling };

/** Configs of all families with random shapes that go together. */
const random = fc.oneof(
  fc
    .record({ ...rope, noise: small, ratio: small, per: small })
    .map(({ noise, ratio, per, ...fields }) =>
      configWith("motif-2-12.7b", {
        ...fields,
        num_noise_heads: noise * per,
        num_attention_heads: (ratio + 1) * noise * per,
        num_key_value_heads: 2 * noise,
      }),
    ),
  fc
    .record({ ...shared, groups: small, attention_bias: fc.boolean() })
    .map(({ groups, ...fields }) =>
      configWith("diffllama-default", {
        ...fields,
        num_attention_heads: 4 * groups,
        num_key_value_heads: 2 * groups,
      }),
    ),
  fc
    .record({
      ...rope,
      name: fc.constantFrom("llama-3.1-8b", "qwen2-7b", "qwen3-8b", "mistral-7b-v0.1"),
      pairs: small,
      ratio: small,
    })
    .map(({ name, pairs, ratio, ...fields }) =>
      configWith(name, {
        ...fields,
        num_attention_heads: pairs * ratio,
        num_key_value_heads: pairs,
      }),
    ),
  fc
    .record({
      num_hidden_layers: small,
      num_attention_heads: small,
      qk_nope_head_dim: even,
      qk_rope_head_dim: even,
      v_head_dim: small,
      q_lora_rank: fc.option(small),
      kv_lora_rank: small,
      mscale: fc.constantFrom(1, 0.707),
    })
    .map(({ mscale, ...fields }) =>
      configWith("deepseek-v2.5", {
        ...fields,
        num_key_value_heads: fields.num_attention_heads,
        rope_scaling: {
          beta_fast: 32,
          beta_slow: 1,
          factor: 40,
          mscale,
          mscale_all_dim: 0.707,
          original_max_position_embeddings: 4096,
          type: "yarn",
        },
      }),
    ),
);

test("random configs: what is written is read as the same model", () => {
  fc.assert(
    fc.property(random, (config) => {
      const { model } = specOf(config);
      expect(valuesOf(specOf(configOf(model)).model)).toEqual(valuesOf(model));
    }),
    { numRuns: 30 },
  );
});
