import { expect, it } from "vitest";
import type { LayerSpec } from "../support/plans.js";
import { layerPlan } from "../support/plans.js";
import { expectOnnxAgreement } from "./agreement.js";

const half = { pairing: "half", theta: 10_000, scaling: { kind: "none" } } as const;
const adjacent = { ...half, pairing: "adjacent" } as const;
const yarn = {
  kind: "yarn",
  factor: 64,
  original: 4096,
  betaFast: 32,
  betaSlow: 1,
  bounds: "rounded",
  gain: 1.2,
} as const;
const rms = { kind: "rms", eps: 1e-5, times: 0.8 } as const;
const reparam = { kind: "reparam", init: 0.2 } as const;
const sigmoid = { kind: "sigmoid", per: "signal" } as const;

/** The layers that models of the field have, small. */
const variants: Readonly<Record<string, LayerSpec>> = {
  GQA: { classes: [{ groups: 2, signal: 4, noise: 0 }], rope: half },
  "DIFF V1": {
    classes: [{ groups: 4, signal: 1, noise: 1 }],
    valueDim: 32,
    lambda: reparam,
    headNorm: rms,
    rope: adjacent,
  },
  "GDA 4:1, own noise keys": {
    classes: [{ groups: 2, signal: 4, noise: 1 }],
    valueDim: 32,
    lambda: reparam,
    headNorm: rms,
    rope: half,
  },
  "DIFF V2": {
    classes: [{ groups: 4, signal: 1, noise: 1 }],
    kvPairs: 2,
    noiseKeys: "shared",
    lambda: sigmoid,
    rope: adjacent,
  },
  "GDLA with gate and YaRN": {
    classes: [{ groups: 2, signal: 4, noise: 1 }],
    headDim: [
      { kind: "plain", size: 16 },
      { kind: "rotary", size: 8 },
    ],
    valueDim: 16,
    latent: { query: 24, kv: 16, eps: 1e-5 },
    gate: { form: "elementwise", from: "query_latent" },
    lambda: sigmoid,
    rope: { ...half, scaling: yarn },
  },
  "window and sinks": {
    classes: [{ groups: 2, signal: 4, noise: 0 }],
    mask: { kind: "window", keys: 5 },
    sinks: "learned",
    bias: ["q", "k", "v", "o"],
    rope: half,
  },
  "softcap and QK-norm, λ per noise head": {
    classes: [{ groups: 2, signal: 3, noise: 1 }],
    qkNorm: { eps: 1e-6 },
    softcap: 2,
    lambda: { kind: "sigmoid", per: "noise" },
  },
  "DyT norm": {
    classes: [{ groups: 2, signal: 2, noise: 1 }],
    headNorm: { kind: "dyt", times: 0.8 },
    rope: half,
  },
  "groups unlike, one without noise": {
    classes: [
      { name: "sharp", groups: 2, signal: 4, noise: 2 },
      { name: "plain", groups: 1, signal: 3, noise: 0 },
    ],
    headNorm: { kind: "layer", eps: 1e-5, times: 0.8 },
    rope: half,
    mask: { kind: "prefix" },
  },
  "noise heads by tiling": {
    classes: [{ groups: 3, signal: 4, noise: 1 }],
    noiseRepeat: "tile",
    lambda: sigmoid,
    gate: { form: "headwise", from: "hidden" },
    mask: { kind: "bidirectional" },
  },
};

it.each(Object.entries(variants))("%s", async (_, spec) => {
  await expectOnnxAgreement(
    { layer: layerPlan(spec), hidden: 32, tokens: 13, prefix: 4, seed: 7 },
    1e-5,
  );
  expect.hasAssertions();
});
