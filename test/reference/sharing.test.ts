import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { totals } from "../../compiler/plan/heads.js";
import type { LayerPlan } from "../../compiler/plan/plan.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { takeRows } from "../../compiler/reference/matrix.js";
import type { TensorName } from "../../compiler/plan/attention-tensors.js";
import type { Numbers, Weights } from "../../compiler/reference/weights.js";
import { arbitraryPlan } from "../support/arbitrary-plan.js";
import { fact } from "../support/plans.js";
import { randomInput, randomWeights } from "../support/random.js";
import { relativeError } from "../support/relative.js";

const interleaved = arbitraryPlan.filter(({ layer }) => layer.noiseRepeat?.value !== "tile");
const perPair = ["k", "k_bias", "v", "v_bias", "kv_up"] as const;

/** Blocks of the rows of some weights, one a head or pair, in the order asked for. */
function withBlocks(
  weights: Weights,
  names: readonly TensorName[],
  of: number,
  wanted: readonly number[],
): Weights {
  const changed: { [name in TensorName]?: Numbers } = { ...weights };
  for (const name of names) {
    const weight = weights[name];
    if (weight) changed[name] = takeRows(weight, weight.length / of, wanted);
  }
  return changed;
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, i) => from + i);

describe("index maps", () => {
  it("groups that share a KV pair could each have a copy of it", () => {
    const sharing = interleaved.filter(({ layer }) => layer.kvPairs.value < totals(layer).groups);
    fc.assert(
      fc.property(sharing, ({ layer, hidden, tokens, prefix, seed }) => {
        const weights = randomWeights(seed, layer, hidden);
        const x = randomInput(seed, tokens, hidden);
        const { groups } = totals(layer);
        const pairs = layer.kvPairs.value;
        const copies = range(0, groups).map((group) => Math.floor(group / (groups / pairs)));
        const apart = withBlocks(weights, perPair, pairs, copies);
        const found = evaluate(layer, hidden, weights, x, { prefix });
        const each = { ...layer, kvPairs: fact(groups) };
        expect(found.y).toEqual(evaluate(each, hidden, apart, x, { prefix }).y);
      }),
      { numRuns: 50 },
    );
  });

  it("a layer of several classes is its classes side by side", () => {
    const severalClasses = interleaved.filter(
      ({ layer }) => layer.classes.length > 1 && layer.classes.every((c) => c.kv !== undefined),
    );
    fc.assert(
      fc.property(severalClasses, ({ layer, hidden, tokens, prefix, seed }) => {
        const weights = randomWeights(seed, layer, hidden);
        const x = randomInput(seed, tokens, hidden);
        const whole = evaluate(layer, hidden, weights, x, { prefix });
        const parts = layer.classes.map((_, i) => {
          const part = classAlone(layer, i, hidden, weights);
          return evaluate(part.layer, hidden, part.weights, x, { prefix }).heads;
        });
        const sideBySide = range(0, tokens).flatMap((token) =>
          parts.flatMap((heads) => [...takeRows(heads, heads.length / tokens, [token])]),
        );
        expect(relativeError(whole.heads, Float64Array.from(sideBySide))).toBeLessThan(1e-13);
      }),
      { numRuns: 50 },
    );
  });
});

/** One class as a layer of its own, with its part of every weight that is laid out by heads or pairs. */
function classAlone(
  layer: LayerPlan,
  index: number,
  hidden: number,
  weights: Weights,
): { layer: LayerPlan; weights: Weights } {
  const counts = (classes: LayerPlan["classes"]): Counts => ({
    ...totals({ ...layer, classes }),
    pairs: classes.reduce((sum, c) => sum + c.groups.value * (c.kv?.value ?? 0), 0),
  });
  const [all, before, own] = [
    counts(layer.classes),
    counts(layer.classes.slice(0, index)),
    counts(layer.classes.slice(index, index + 1)),
  ];
  const part = (given: Weights, names: readonly TensorName[], by: keyof Counts): Weights =>
    withBlocks(given, names, all[by], range(before[by], before[by] + own[by]));
  const lambda = layer.lambda?.value;
  const alone = [
    [["q", "q_bias", "sinks"], "query"],
    [perPair, "pairs"],
    [["lambda"], lambda?.kind === "sigmoid" ? lambda.per : "signal"],
    [["gate"], "signal"],
  ] as const;
  return {
    layer: { ...layer, classes: layer.classes.slice(index, index + 1), kvPairs: fact(own.pairs) },
    weights: {
      ...alone.reduce((given, [names, by]) => part(given, names, by), weights),
      o: new Float64Array(hidden * own.signal * layer.valueDim.value),
    },
  };
}

interface Counts {
  readonly query: number;
  readonly signal: number;
  readonly noise: number;
  readonly pairs: number;
}
