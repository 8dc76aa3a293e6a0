import fc from "fast-check";
import { expect, test } from "vitest";
import { createSource, parse, print } from "../../grammar/index.js";
import type { LayerPlan, MlpPlan, ModelPlan } from "../../compiler/plan/plan.js";
import { specText } from "../../compiler/spec/text.js";
import { analysed, planned } from "../check/spec.js";
import { arbitraryFloats, arbitraryPlan } from "../support/arbitrary-plan.js";
import { example, exampleNames } from "../support/examples.js";
import { fact, layerPlan, modelPlan } from "../support/plans.js";
import { valuesOf } from "../support/values.js";

/** What a text says is what the plan says, fact by fact, and it is formatted. */
function expectSaysAll(model: ModelPlan): void {
  const text = specText(model);
  expect({ text, says: valuesOf(planned(text)) }).toEqual({ text, says: valuesOf(model) });
  const source = createSource("spec.gda", text);
  expect(print(parse(source).tree, source)).toBe(text);
}

const published = exampleNames.flatMap((file) => {
  const { models, growths } = example(file);
  return [...models, ...growths.flatMap(({ stages }) => stages.map(({ model }) => model))];
});

test.each(published.map((model) => [model.name, model] as const))("%s", (_, model) => {
  expectSaysAll(model);
});

/** Two parts that do not turn are in no file. */
const sayable = arbitraryPlan.filter(
  ({ layer }) => layer.headDim.value.parts.filter(({ kind }) => kind === "plain").length < 2,
);

const mlp: fc.Arbitrary<MlpPlan> = fc.record({
  width: fc.integer({ min: 1, max: 20_000 }).map(fact),
  form: fc.constantFrom("gated", "ungated").map(fact),
  activation: fc.constantFrom("silu", "gelu", "relu", "polynorm").map(fact),
});

/** Up to four kinds of layers, in any order. */
const layers: fc.Arbitrary<readonly LayerPlan[]> = fc
  .record({
    kinds: fc.array(fc.record({ plan: sayable, mlp: fc.option(mlp, { nil: undefined }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    order: fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }),
  })
  .map(({ kinds, order }) =>
    order.flatMap((of, index) => {
      const kind = kinds[of % kinds.length];
      return kind ? [{ ...kind.plan.layer, mlp: kind.mlp, index }] : [];
    }),
  );

const model: fc.Arbitrary<ModelPlan> = fc
  .record({
    layers,
    dtype: arbitraryFloats.map(fact),
    vocab: fc.option(fc.integer({ min: 1, max: 300_000 }).map(fact), { nil: undefined }),
    embedding: fc.constantFrom("tied", "untied").map(fact),
    checkpoint: fc.record({
      family: fc.constantFrom("native", "motif", "diff_llama", "llama", "gpt_oss", "deepseek"),
      order: fc.constantFrom("grouped", "blocked", "halves"),
    }),
    preNorm: fc.option(
      fc.record({ kind: fc.constantFrom("rms", "layer"), eps: fc.constantFrom(1e-5, 0.1) }),
      { nil: undefined },
    ),
    name: fc.constantFrom("Test", "Motif", "softcap", "model", "temperature", "3 B/ü", ""),
  })
  .map(({ layers: of, embedding, checkpoint, preNorm, ...others }) =>
    modelPlan(of, 64, {
      ...others,
      embedding: others.vocab && embedding,
      checkpoint: fact(checkpoint),
      preNorm: preNorm && fact(preNorm),
    }),
  );

test("random models of random layers", () => {
  fc.assert(
    fc.property(model, (random) => {
      expectSaysAll(random);
    }),
    { numRuns: 150 },
  );
});

test("quantised weights", () => {
  for (const weights of ["i8", "i4"] as const) {
    for (const block of [16, 32]) {
      for (const cache of ["f32", "f16", "i8"] as const) {
        const dtype = fact({ weights, block, cache, accumulate: "f32" as const });
        expectSaysAll(modelPlan([layerPlan({ valueDim: 32 })], 64, { dtype }));
      }
    }
  }
});

test("any numbers, in any layer", () => {
  const number = fc
    .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.maxSafeInteger())
    .filter((one) => !Object.is(one, -0));
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
      const of = numbers.map((value, index) =>
        layerPlan({ index, lambda: { kind: "constant", value } }),
      );
      expectSaysAll(modelPlan(of, 64));
    }),
    { numRuns: 60 },
  );
});

const byDepth = `import { Motif } from "gda:families"
  model Small extends Motif {
    hidden: 64, layers: 6, context: 128, dtype: f32, mlp { width: 32 }
    attention { group[2] { signal: 2, noise: 1, kv: 1 }, head_dim: 16 }
  }
  growth Deep {
    stage deep from Small at 1B tokens {
      layers += 3 after every 2, inserted: identity, reindex: REINDEX
    }
  }`;

function grown(reindex: string): ModelPlan {
  const { diagnostics, growths } = analysed(byDepth.replace("REINDEX", reindex));
  expect(diagnostics).toEqual([]);
  const stage = growths[0]?.stages[0];
  if (!stage) throw new Error("There is no stage.");
  return stage.model;
}

test("layers that kept the λ.init of their old number have it in a list", () => {
  const text = specText(grown("carry"));
  expectSaysAll(grown("carry"));
  // Layers 1 and 2 are old layer 1 and its copy: 0.8 − 0.6.
  const [, inits = ""] = text.split("init: [");
  expect(inits).toContain("0.20000000000000007, 0.20000000000000007, 0.35550906759096934,");
  expect(text).not.toContain("exp(");
});

test("layers that took the λ.init of their new number leave it to the family", () => {
  expectSaysAll(grown("fold"));
  expect(specText(grown("fold"))).not.toContain("lambda");
});

test("what most layers have is said once, and exceptions in the fewest blocks", () => {
  const said = (attention: string): string =>
    specText(
      planned(`model A { hidden: 64, layers: 12, context: 64, dtype: f32
        attention { head_dim: 16, rope: half(theta: 10_000), ${attention} } }`),
    );
  expect(said("heads: 4, mask: causal, layers every 4 from 3 { mask: window(keys: 8) }")).toContain(
    "mask: causal\n    layers every 4 from 3 { mask: window(keys: 8) }\n",
  );
  expect(said("heads: 4, mask: causal, layers 2..<12 { mask: window(keys: 8) }")).toContain(
    "mask: window(keys: 8)\n    layers 0..<2 { mask: causal }\n",
  );
  // Three kinds of layers, two facts: a block for each fact.
  expect(
    said(`heads: 4, mask: causal, layers [0, 1, 2] { mask: window(keys: 8) }
      layers [2, 3] { softcap: 15 }`),
  ).toContain("layers 0..<3 { mask: window(keys: 8) }\n    layers 2..<4 { softcap: 15 }\n");
  expect(
    said(`group a[2] { signal: 2, noise: 0 }, group b[1] { signal: 4, noise: 0 }, mask: causal
      layers 7 { group b { signal: 2 }, rope { theta: 100 } }`),
  ).toContain("layers 7 { group b { signal: 2 }, rope { theta: 100 } }\n");
});

test("remarks are comments at the top", () => {
  const [model_] = example("llama-3-8b.gda").models;
  if (!model_) throw new Error("There is no model.");
  const text = specText(model_, ["Once.", `${"word ".repeat(30)}end`]);
  const lines = text.split("\n");
  expect(lines[0]).toBe("// Once.");
  expect(lines.slice(1, 3).map((line) => line.startsWith("// word"))).toEqual([true, true]);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect(valuesOf(planned(text))).toEqual(valuesOf(model_));
});
