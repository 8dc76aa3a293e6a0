import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryHeads, totals } from "../../compiler/plan/heads.js";
import { rotaryChannels } from "../../compiler/plan/channels.js";
import { attentionTensors } from "../../compiler/plan/attention-tensors.js";
import { type PlanCase, arbitraryPlan } from "../support/arbitrary-plan.js";
import { featureCounts } from "../support/features.js";

const cases = fc.sample(arbitraryPlan, { numRuns: 2000, seed: 1 });

describe("random layers", () => {
  it("reach every feature, each at least in one case of a hundred", () => {
    const counts = featureCounts(cases);
    expect([...counts.keys()].toSorted()).toMatchInlineSnapshot(`
      [
        "GQA",
        "KV pairs by class",
        "MHA",
        "MQA",
        "a class without noise heads",
        "a size that is no multiple of 8",
        "bias k",
        "bias o",
        "bias q",
        "bias v",
        "cache bf16",
        "cache f16",
        "cache f32",
        "cache i8",
        "classes of different ratios",
        "gate elementwise from hidden",
        "gate elementwise from query_latent",
        "gate headwise from hidden",
        "gate headwise from query_latent",
        "gate none",
        "groups share a KV pair",
        "head_norm dyt",
        "head_norm layer",
        "head_norm none",
        "head_norm rms",
        "head_norm times",
        "latent with qk_norm",
        "latent with query latent",
        "latent without query latent",
        "latent, its cache of heads",
        "latent, its cache of latent",
        "mask bidirectional",
        "mask causal",
        "mask prefix",
        "mask window",
        "no noise heads",
        "noise heads, keys own",
        "noise heads, keys shared",
        "partial rotary",
        "qk_norm",
        "ratio 1:1",
        "ratio 2:1",
        "ratio 3:1",
        "ratio 4:1",
        "ratio 5:1",
        "repeat interleave",
        "repeat tile",
        "rope adjacent",
        "rope half",
        "rope none",
        "rope scaling linear",
        "rope scaling llama3",
        "rope scaling none",
        "rope scaling ntk",
        "rope scaling yarn",
        "score_scale written",
        "several KV pairs a group",
        "several classes",
        "several noise heads a group",
        "sinks",
        "softcap",
        "value_dim differs",
        "weights bf16",
        "weights f16",
        "weights f32",
        "weights i4",
        "weights i8",
        "λ constant",
        "λ reparam",
        "λ sigmoid per noise",
        "λ sigmoid per signal",
      ]
    `);
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(20);
  });

  it("are legal (language.md, section 8, rules 14 to 24)", () => {
    expect(cases.flatMap(broken)).toEqual([]);
  });
});

function broken({ layer, hidden }: PlanCase): readonly string[] {
  const noise = totals(layer).noise > 0;
  const pairs = queryHeads(layer).map(({ kvPair }) => kvPair);
  const shapes = attentionTensors(layer, hidden).flatMap(({ shape }) => shape);
  const rules: readonly (readonly [string, boolean])[] = [
    [
      "signal is a multiple of noise",
      layer.classes.every(
        ({ signal, noise: { value } }) => value === 0 || signal.value % value === 0,
      ),
    ],
    ["every KV pair is used", new Set(pairs).size === layer.kvPairs.value],
    [
      "KV pairs are whole",
      pairs.every((pair) => Number.isInteger(pair) && pair < layer.kvPairs.value),
    ],
    ["sizes are whole", shapes.every((size) => Number.isInteger(size) && size > 0)],
    ["rotary dims are even", rotaryChannels(layer).length % 2 === 0],
    ["a split head has a rope", layer.rope !== undefined || layer.headDim.value.parts.length === 1],
    [
      "a latent with rope has a split head",
      !layer.latent || !layer.rope || layer.headDim.value.parts.length > 1,
    ],
    ["λ goes with noise heads", (layer.lambda !== undefined) === noise],
    ["head norm goes with noise heads", layer.headNorm === undefined || noise],
    ["a latent's keys are shared", !layer.latent || layer.noiseKeys?.value !== "own"],
    [
      "a latent has a bias on o alone",
      !layer.latent || layer.bias.value.every((site) => site === "o"),
    ],
    ["there is a latent to cache", layer.cache.value === "heads" || layer.latent !== undefined],
    [
      "there is a query latent for the gate",
      layer.gate?.value.from !== "query_latent" || layer.latent?.query !== undefined,
    ],
  ];
  return rules.flatMap(([rule, kept]) => (kept ? [] : [rule]));
}
