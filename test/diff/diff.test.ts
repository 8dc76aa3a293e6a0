import fc from "fast-check";
import { expect, it } from "vitest";
import { analyze, type Analysis } from "../../compiler/analyze.js";
import { diff, type Diff, type Effect } from "../../compiler/diff/index.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";

const base = {
  hidden: "256",
  layers: "8",
  context: "1024",
  vocab: "100",
  embedding: "untied",
  dtype: "f16",
  checkpoint: "motif",
  pre_norm: "rms(eps: 1e-5)",
  mlp: "{ width: 512, form: gated, activation: silu }",
  group: "group[4] { signal: 2, noise: 1 }",
  head_dim: "32",
  value_dim: "64",
  rope: "half(theta: 1e4)",
  mask: "causal",
  noise_keys: "own",
  noise_repeat: "interleave",
  lambda: "reparam(init: 0.8 - 0.6 * exp(-0.3 * (layer - 1)))",
  head_norm: "rms(eps: 1e-5, times: 1 - lambda.init)",
  qk_norm: "none",
  sinks: "none",
  softcap: "50",
  bias: "[]",
};
type Facts = typeof base;

const outside = new Set([
  "hidden",
  "layers",
  "context",
  "vocab",
  "embedding",
  "dtype",
  "checkpoint",
  "pre_norm",
]);

function analysisOf(changed: Partial<Facts>, more = ""): Analysis {
  const facts = Object.entries({ ...base, ...changed });
  const written = ([name, value]: readonly [string, string]): string =>
    name === "group" ? value : name === "mlp" ? `mlp ${value}` : `${name}: ${value}`;
  const model = facts.filter(([name]) => outside.has(name) || name === "mlp").map(written);
  const attention = facts.filter(([name]) => !outside.has(name) && name !== "mlp").map(written);
  const spec = `model M {
${model.join("\n")}
attention {
${attention.join("\n")}
} }
${more}`;
  const analysis = analyze("m.gda", { read: (file) => (file === "m.gda" ? spec : undefined) });
  expect(analysis.diagnostics).toEqual([]);
  return analysis;
}

function modelIn({ models }: Analysis): ModelPlan {
  const [model] = models;
  if (!model) throw new Error("no model");
  return model;
}

function changed(changes: Partial<Facts>): Diff {
  const [left, right] = [analysisOf({}), analysisOf(changes)];
  return diff(modelIn(left), modelIn(right), [left, right]);
}

/** Every change by name, with its effect. */
function effectsOf({ changes }: Diff): Readonly<Record<string, Effect>> {
  return Object.fromEntries(changes.map(({ difference, effect }) => [difference.name, effect]));
}

it("finds nothing between a model and itself", () => {
  expect(changed({}).changes).toEqual([]);
});

const single: readonly (readonly [Partial<Facts>, Readonly<Record<string, Effect>>])[] = [
  [{ context: "4096" }, { context: "same" }],
  [{ dtype: "f16(cache: f32)" }, { dtype: "same" }],
  [{ mask: "window(keys: 128)" }, { mask: "function" }],
  [{ softcap: "30" }, { softcap: "function" }],
  [{ rope: "half(theta: 1e6)" }, { rope: "function" }],
  [{ noise_repeat: "tile" }, { noise_repeat: "function" }],
  [{ pre_norm: "rms(eps: 1e-6)" }, { pre_norm: "function" }],
  [{ head_norm: "rms(eps: 1e-5)" }, { head_norm: "function" }],
  [{ rope: "adjacent(theta: 1e4)" }, { rope: "rewrite" }],
  [{ checkpoint: "motif(order: blocked)" }, { checkpoint: "rewrite" }],
  [{ checkpoint: "native" }, { checkpoint: "rewrite" }],
  [{ checkpoint: "gpt_oss" }, { checkpoint: "incompatible" }],
  [{ hidden: "512" }, { hidden: "rewrite" }],
  [{ mlp: "{ width: 1024, form: gated, activation: silu }" }, { "mlp.width": "rewrite" }],
  [{ group: "group[4] { signal: 4, noise: 1 }" }, { "group signal": "rewrite" }],
  [
    { group: "group[8] { signal: 2, noise: 1 }" },
    { "group count": "rewrite", kv_pairs: "rewrite" },
  ],
  [{ layers: "16" }, { layers: "rewrite" }],
  [{ hidden: "384" }, { hidden: "incompatible" }],
  [{ vocab: "200" }, { vocab: "incompatible" }],
  [{ head_dim: "64" }, { head_dim: "incompatible", score_scale: "function" }],
  [{ value_dim: "32" }, { value_dim: "incompatible" }],
  [{ noise_keys: "shared" }, { noise_keys: "incompatible" }],
  [{ qk_norm: "rms(eps: 1e-6)" }, { qk_norm: "incompatible" }],
  [{ sinks: "learned" }, { sinks: "incompatible" }],
  [{ bias: "[q]" }, { bias: "incompatible" }],
  [
    { lambda: "sigmoid(per: signal)", head_norm: "rms(eps: 1e-5)" },
    { lambda: "incompatible", head_norm: "function" },
  ],
  [{ mlp: "{ width: 512, form: ungated, activation: silu }" }, { "mlp.form": "incompatible" }],
];

for (const [changes, effects] of single) {
  it(`${JSON.stringify(changes)} is ${JSON.stringify(effects)}`, () => {
    expect(effectsOf(changed(changes))).toEqual(effects);
  });
}

it("each fact that changed is reported once, and no other", () => {
  fc.assert(
    fc.property(fc.subarray([...single], { minLength: 1, maxLength: 3 }), (rows) => {
      const facts = rows.flatMap(([changes]) => Object.keys(changes));
      fc.pre(new Set(facts).size === facts.length);
      const changes: Partial<Facts> = Object.fromEntries(
        rows.flatMap(([it]) => Object.entries(it)),
      );
      const expected = rows.flatMap(([, effects]) => Object.keys(effects));
      expect(Object.keys(effectsOf(changed(changes))).toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 30 },
  );
});

it("names the stages that a spec declares", () => {
  const left = analysisOf(
    {},
    `growth G {
  stage wide from M at 1B tokens { hidden *= 2, copies: tile }
  stage deep from wide at 2B tokens { layers += 2 after every 4, inserted: identity, reindex: fold }
  stage long from deep at 2B tokens { lossy "θ" { attention { rope { theta: 1e6 } } } }
}`,
  );
  const [wide, deep, long] = left.growths[0]?.stages ?? [];
  if (!wide || !deep || !long) throw new Error("no stages");
  const found = diff(modelIn(left), long.model, [left]);
  expect(found.rewrite.stages.map(({ stage }) => stage.model.name)).toEqual([
    "G.wide",
    "G.deep",
    "G.long",
  ]);
  expect(effectsOf(found)).toEqual({ hidden: "rewrite", layers: "rewrite", rope: "function" });
  expect(diff(wide.model, deep.model, [left]).rewrite.stages).toHaveLength(1);
  expect(diff(deep.model, wide.model, [left]).rewrite.stages).toEqual([]);
});

it("writes a stage where none is declared", () => {
  const found = changed({ hidden: "512", layers: "10", group: "group[4] { signal: 4, noise: 1 }" });
  expect(found.rewrite.growth?.body).toEqual([
    "hidden *= 2",
    "attention { group { signal *= 2 } }",
    "copies: tile",
    "layers += 2 after every 4",
    "inserted: identity",
    "reindex: fold",
  ]);
});

it("says what permute is told", () => {
  const found = changed({ checkpoint: "motif(order: blocked)", rope: "adjacent(theta: 1e4)" });
  expect(found.rewrite.permute).toEqual({ to: "motif(order: blocked)", rope: "adjacent" });
  expect(changed({ checkpoint: "gpt_oss" }).rewrite.refusal).toContain("`gpt_oss` has no place");
});
