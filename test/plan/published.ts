import type { LayerPlan, MlpPlan, ModelPlan } from "../../compiler/plan/plan.js";
import { fact, layerPlan, modelPlan, type LayerSpec } from "../support/plans.js";

const mlp = (width: number, activation: "polynorm" | "silu"): MlpPlan => ({
  width: fact(width),
  form: fact("gated" as const),
  activation: fact(activation),
});

function layers(
  count: number,
  spec: (index: number) => LayerSpec,
  ofMlp: MlpPlan | undefined,
): readonly LayerPlan[] {
  return Array.from({ length: count }, (_, index) => ({
    ...layerPlan({ index, ...spec(index) }),
    mlp: ofMlp,
  }));
}

const halfTyped = { weights: "f16", cache: "f16", accumulate: "f32" } as const;

function motif(index: number, signal: number, theta: number): LayerSpec {
  const init = 0.8 - 0.6 * Math.exp(-0.3 * (index - 1));
  return {
    classes: [{ groups: 8, signal, noise: 1, kv: 1 }],
    headDim: 128,
    valueDim: 256,
    noiseKeys: "own",
    lambda: { kind: "reparam", init },
    headNorm: { kind: "rms", eps: 1e-5, times: 1 - init },
    rope: { pairing: "half", theta, scaling: { kind: "none" } },
  };
}

/** arXiv 2511.07464, as language.md, section 9 has it. */
export const motif12B7: ModelPlan = modelPlan(
  layers(40, (index) => motif(index, 4, 1_000_000), mlp(16_384, "polynorm")),
  4096,
  {
    name: "Motif2_12B7",
    doc: "Motif-2-12.7B, arXiv 2511.07464: 32 signal and 8 noise heads.",
    context: fact(32_768),
    vocab: fact(219_520),
    embedding: fact("untied"),
    dtype: fact(halfTyped),
    checkpoint: fact({ family: "motif", order: "grouped" }),
    preNorm: fact({ kind: "rms", eps: 1e-5 }),
  },
);

export const motif6B: ModelPlan = modelPlan(
  layers(32, (index) => motif(index, 1, 500_000), mlp(8192, "polynorm")),
  2048,
  {
    name: "Motif2_6B",
    context: fact(16_384),
    vocab: fact(219_520),
    embedding: fact("tied"),
    dtype: fact(halfTyped),
    checkpoint: fact({ family: "motif", order: "grouped" }),
    preNorm: fact({ kind: "rms", eps: 1e-5 }),
  },
);

export const llama8B: ModelPlan = modelPlan(
  layers(
    32,
    () => ({
      classes: [{ groups: 8, signal: 4, noise: 0 }],
      headDim: 128,
      rope: { pairing: "half", theta: 500_000, scaling: { kind: "none" } },
    }),
    mlp(14_336, "silu"),
  ),
  4096,
  {
    name: "Llama3_8B",
    context: fact(8192),
    vocab: fact(128_256),
    embedding: fact("untied"),
    dtype: fact({ weights: "bf16", cache: "bf16", accumulate: "f32" }),
    preNorm: fact({ kind: "rms", eps: 1e-5 }),
  },
);

const m = 0.1 * Math.log(64) + 1;

/** Motif 3's attention, arXiv 2608.09119: one layer of four sees everything and caches its latent. */
export const motif3: ModelPlan = modelPlan(
  layers(
    53,
    (index) => {
      const full = index % 4 === 0;
      return {
        classes: [{ groups: 16, signal: 4, noise: 1, kv: 1 }],
        headDim: [
          { kind: "plain", size: 128 },
          { kind: "rotary", size: 64 },
        ],
        valueDim: 128,
        noiseKeys: "shared",
        latent: { query: 1024, kv: 512, eps: 1e-5 },
        gate: { form: "elementwise", from: "query_latent" },
        lambda: { kind: "sigmoid", per: "signal" },
        mask: full ? { kind: "causal" } : { kind: "window", keys: 129 },
        cache: full ? "latent" : "heads",
        scoreScale: full ? (m * m) / Math.sqrt(192) : 1 / Math.sqrt(192),
        rope: {
          pairing: "half",
          theta: 10_000,
          scaling: full
            ? {
                kind: "yarn",
                factor: 64,
                original: 4096,
                betaFast: 32,
                betaSlow: 1,
                bounds: "rounded",
                gain: 1,
              }
            : { kind: "none" },
        },
      };
    },
    undefined,
  ),
  4096,
  {
    name: "Motif3",
    context: fact(262_144),
    dtype: fact({ weights: "bf16", cache: "bf16", accumulate: "f32" }),
  },
);
