import type { Dtype, Float, Rope } from "../../compiler/plan/plan.js";
import type { LayerSpec } from "./plans.js";

/** What kernels are compiled for, once for all run-time shapes. */
export interface ShapeClass {
  readonly layer: LayerSpec;
  readonly hidden: number;
  readonly dtype: Dtype;
}

const half: Rope = { pairing: "half", theta: 10_000, scaling: { kind: "none" } };
const adjacent: Rope = { ...half, pairing: "adjacent" };
const yarn: Rope = {
  ...half,
  scaling: {
    kind: "yarn",
    factor: 16,
    original: 32,
    betaFast: 32,
    betaSlow: 1,
    bounds: "rounded",
    gain: 1.2,
  },
};
const reparam = { kind: "reparam", init: 0.7597 } as const;
const perSignal = { kind: "sigmoid", per: "signal" } as const;
const perNoise = { kind: "sigmoid", per: "noise" } as const;
const rms = { kind: "rms", eps: 1e-5, times: 0.2403 } as const;
const norm = { kind: "layer", eps: 1e-5, times: 1 } as const;
const dyt = { kind: "dyt", times: 1.0099 } as const;
const own = "own" as const;
const shared = "shared" as const;

/** Groups of so many signal and noise heads. */
const heads = (groups: number, signal: number, noise: number): Pick<LayerSpec, "classes"> => ({
  classes: [{ groups, signal, noise }],
});

const stored = (weights: Float | "i8" | "i4", cache: Dtype["cache"]): Dtype => {
  const rest = { cache, accumulate: "f32" } as const;
  return weights === "i8" || weights === "i4"
    ? { weights, block: 16, ...rest }
    : { weights, ...rest };
};

const one = (layer: LayerSpec, dtype: Dtype, hidden = 16): ShapeClass => ({ layer, dtype, hidden });

/**
 * Head sizes from 16 to 256, value sizes to 512, ratios from 1:1 to 8:1 and none; between them every
 * mask, λ, norm, gate and format of weights and cache.
 */
export const shapeClasses: Readonly<Record<string, ShapeClass>> = {
  "16 × 16, 1:1": one(
    { ...heads(2, 1, 1), headDim: 16, noiseKeys: own, lambda: reparam, headNorm: rms, rope: half },
    stored("f32", "f32"),
  ),
  "16 × 32, 2:1, window": one(
    {
      ...heads(2, 2, 1),
      headDim: 16,
      valueDim: 32,
      noiseKeys: shared,
      mask: { kind: "window", keys: 11 },
    },
    stored("f16", "f16"),
  ),
  "32 × 64, 3:1, prefix": one(
    {
      ...heads(1, 3, 1),
      headDim: 32,
      valueDim: 64,
      lambda: perSignal,
      headNorm: norm,
      rope: half,
      mask: { kind: "prefix" },
    },
    stored("bf16", "bf16"),
  ),
  "32 × 32, GQA, bidirectional": one(
    { ...heads(2, 4, 0), headDim: 32, sinks: "learned", mask: { kind: "bidirectional" } },
    stored("f32", "i8"),
  ),
  "64 × 128, 4:1, as Motif": one(
    { ...heads(1, 4, 1), headDim: 64, valueDim: 128, lambda: reparam, headNorm: rms, rope: half },
    stored("f16", "f16"),
  ),
  "64 × 64, 8:1, softcap": one(
    {
      ...heads(1, 8, 1),
      headDim: 64,
      noiseKeys: shared,
      lambda: perNoise,
      softcap: 15,
      qkNorm: { eps: 1e-6 },
    },
    stored("f32", "bf16"),
  ),
  "128 × 256, 4:1, i8": one(
    { ...heads(1, 4, 1), headDim: 128, valueDim: 256, lambda: reparam, headNorm: rms, rope: half },
    stored("f16", "i8"),
  ),
  "128 × 128, 1:1, as DIFF V2": one(
    {
      ...heads(4, 1, 1),
      kvPairs: 2,
      headDim: 128,
      noiseKeys: shared,
      lambda: perSignal,
      rope: adjacent,
    },
    stored("bf16", "f32"),
  ),
  "80 × 96, 3:1, long window": one(
    {
      ...heads(1, 3, 1),
      headDim: 80,
      valueDim: 96,
      headNorm: dyt,
      sinks: "learned",
      mask: { kind: "window", keys: 40 },
    },
    stored("f32", "f16"),
  ),
  "96 × 72, 5:1, gate": one(
    {
      ...heads(1, 5, 1),
      headDim: 96,
      valueDim: 72,
      noiseKeys: shared,
      mask: { kind: "prefix" },
      gate: { form: "elementwise", from: "hidden" },
    },
    stored("f32", "f32"),
  ),
  "256 × 256, 2:1": one(
    { ...heads(1, 2, 1), headDim: 256, noiseKeys: shared, softcap: 30, rope: half },
    stored("f16", "f16"),
  ),
  "256 × 512, 1:1": one(
    { ...heads(1, 1, 1), headDim: 256, valueDim: 512, lambda: reparam, headNorm: rms },
    stored("bf16", "bf16"),
  ),
  "192 × 128, 4:1, latent": one(
    {
      ...heads(2, 4, 1),
      headDim: [
        { kind: "plain", size: 128 },
        { kind: "rotary", size: 64 },
      ],
      valueDim: 128,
      lambda: perSignal,
      rope: half,
      latent: { query: 24, kv: 32, eps: 1e-5 },
      gate: { form: "elementwise", from: "query_latent" },
    },
    stored("bf16", "bf16"),
    32,
  ),
  "24 × 24, MHA, bidirectional": one(
    { ...heads(3, 1, 0), headDim: 24, mask: { kind: "bidirectional" }, bias: ["q", "k", "v", "o"] },
    stored("f32", "f32"),
  ),
  "64 × 64, MQA, window": one(
    {
      ...heads(1, 8, 0),
      headDim: 64,
      rope: half,
      sinks: "learned",
      mask: { kind: "window", keys: 24 },
    },
    stored("f16", "i8"),
  ),
  "40 × 120, 6:1 and 2:1": one(
    {
      classes: [
        { name: "sharp", groups: 1, signal: 6, noise: 1 },
        { name: "calm", groups: 2, signal: 2, noise: 1 },
      ],
      headDim: 40,
      valueDim: 120,
      lambda: perNoise,
      headNorm: norm,
    },
    stored("f32", "f32"),
    32,
  ),
  "112 × 64, 7:1, gate a head": one(
    {
      ...heads(1, 7, 1),
      headDim: 112,
      valueDim: 64,
      noiseKeys: shared,
      lambda: { kind: "constant", value: 0 },
      gate: { form: "headwise", from: "hidden" },
    },
    stored("bf16", "i8"),
  ),
  "48 × 48, 4 + 2, tile": one(
    {
      ...heads(2, 4, 2),
      headDim: 48,
      noiseRepeat: "tile",
      lambda: { kind: "constant", value: 0.8 },
      rope: half,
    },
    stored("i4", "f16"),
  ),
  "160 × 320, 6:1, short window": one(
    {
      ...heads(1, 6, 1),
      headDim: 160,
      valueDim: 320,
      headNorm: rms,
      mask: { kind: "window", keys: 7 },
    },
    stored("f32", "i8"),
  ),
  "20 × 44, 1:1, softcap": one(
    {
      ...heads(3, 1, 1),
      headDim: 20,
      valueDim: 44,
      softcap: 0.8,
      sinks: "learned",
      mask: { kind: "prefix" },
    },
    stored("f32", "f32"),
  ),
  "72 × 200, MLA": one(
    {
      ...heads(3, 1, 0),
      headDim: [
        { kind: "plain", size: 56 },
        { kind: "rotary", size: 16 },
      ],
      valueDim: 200,
      rope: adjacent,
      latent: { kv: 16, eps: 1e-6 },
    },
    stored("f16", "f16"),
  ),
  "64 × 256, 8:1, bidirectional": one(
    {
      ...heads(1, 8, 1),
      headDim: 64,
      valueDim: 256,
      headNorm: dyt,
      mask: { kind: "bidirectional" },
    },
    stored("i8", "bf16"),
  ),
  "128 × 64, 2:1, YaRN": one(
    {
      ...heads(2, 2, 1),
      headDim: 128,
      valueDim: 64,
      noiseKeys: shared,
      rope: yarn,
      qkNorm: { eps: 1e-6 },
      bias: ["q", "k", "v", "o"],
      mask: { kind: "window", keys: 129 },
    },
    stored("bf16", "f16"),
  ),
  "32 × 128, 1:1, everything": one(
    {
      ...heads(4, 1, 1),
      kvPairs: 2,
      headDim: 32,
      valueDim: 128,
      lambda: perSignal,
      headNorm: norm,
      softcap: 15,
      sinks: "learned",
      rope: half,
      gate: { form: "headwise", from: "hidden" },
    },
    stored("f32", "f32"),
    32,
  ),
};
