import { describe, expect, it } from "vitest";
import { visibleKeys } from "../../compiler/reference/attend.js";
import { type Evaluation, evaluate } from "../../compiler/reference/evaluate.js";
import { Matrix, dot, takeRows } from "../../compiler/reference/matrix.js";
import { type Numbers, type Weights, tensor } from "../../compiler/reference/weights.js";
import { type LayerSpec, layerPlan } from "../support/plans.js";
import { randomInput, randomWeights } from "../support/random.js";
import { relativeError } from "../support/relative.js";

// The algebra of gda-math.md, sections 4 to 6: each layer is evaluated in two ways.

const [seed, hidden, tokens] = [7, 32, 13];
const x = randomInput(seed, tokens, hidden);
const range = (length: number): readonly number[] => [...Array(length).keys()];

/** 3 × (4 + 1) heads, as in GDA, but for the head norm. */
const gda: LayerSpec = {
  classes: [{ groups: 3, signal: 4, noise: 1 }],
  headDim: 16,
  valueDim: 32,
  noiseKeys: "own",
  rope: { pairing: "half", theta: 10_000, scaling: { kind: "none" } },
  lambda: { kind: "reparam", init: 0.2 },
};

function weightsOf(spec: LayerSpec): Weights {
  return randomWeights(seed, layerPlan(spec), hidden);
}

function run(spec: LayerSpec, weights: Weights = weightsOf(spec)): Evaluation {
  return evaluate(layerPlan(spec), hidden, weights, x);
}

/** Blocks of rows, one a head or a pair, in the order asked for. */
function blocks(weight: Numbers, of: number, wanted: readonly number[]): Float64Array {
  return takeRows(weight, weight.length / of, wanted);
}

function expectSame(found: Float64Array, expected: Float64Array): void {
  expect(relativeError(found, expected)).toBeLessThan(1e-13);
}

describe("λ", () => {
  it("of 0 leaves plain attention of the signal heads and signal keys", () => {
    const silent: LayerSpec = { ...gda, lambda: { kind: "constant", value: 0 } };
    const plain: LayerSpec = { ...gda, classes: [{ groups: 3, signal: 4, noise: 0 }] };
    const weights = weightsOf(silent);
    const signalHeads = range(15).filter((head) => head % 5 < 4);
    const signalOnly = {
      ...weights,
      q: blocks(tensor(weights, "q"), 15, signalHeads),
      k: blocks(tensor(weights, "k"), 6, [0, 2, 4]),
    };
    expectSame(run(silent, weights).y, run(plain, signalOnly).y);
  });

  it("enters linearly, and so it does after a linear gate", () => {
    for (const gate of [undefined, { form: "elementwise", from: "hidden" } as const]) {
      const at = (value: number): Float64Array =>
        run({ ...gda, gate, lambda: { kind: "constant", value } }).y;
      const [none, whole] = [at(0), at(1)];
      expectSame(
        at(0.3),
        none.map((y, i) => 0.7 * y + 0.3 * (whole[i] ?? NaN)),
      );
    }
  });

  it("leaves 1 − λ of a constant value, since both maps sum to 1", () => {
    const spec: LayerSpec = { ...gda, bias: ["v"], lambda: { kind: "constant", value: 0.3 } };
    const weights = weightsOf(spec);
    const ones = {
      ...weights,
      v: new Float64Array(tensor(weights, "v").length),
      v_bias: new Float64Array(tensor(weights, "v_bias").length).fill(1),
    };
    const { core } = run(spec, ones);
    expectSame(core, new Float64Array(core.length).fill(0.7));
  });
});

describe("DIFF V1", () => {
  it("is GDA with g = 1: (softmax(q1·k1) − λ·softmax(q2·k2))·V, heads in turn signal and noise", () => {
    const spec: LayerSpec = { ...gda, classes: [{ groups: 3, signal: 1, noise: 1 }] };
    const { q, k, v, lambda, core } = run(spec);
    const [queries, keys] = [new Matrix(tokens * 6, 16, q), new Matrix(tokens * 6, 16, k)];
    const values = new Matrix(tokens * 3, 32, v);
    const map = (token: number, head: number): readonly number[] => {
      const exponentials = range(token + 1).map((key) =>
        Math.exp(dot(queries.row(token * 6 + head), keys.row(key * 6 + head)) / 4),
      );
      const sum = exponentials.reduce((a, b) => a + b);
      return exponentials.map((e) => e / sum);
    };
    const expected = new Matrix(tokens * 3, 32).mapRows((zeros, row) => {
      const [token, head] = [Math.floor(row / 3), row % 3];
      const [first, second] = [map(token, 2 * head), map(token, 2 * head + 1)];
      const weights = first.map((a1, i) => a1 - (lambda?.[row] ?? NaN) * (second[i] ?? NaN));
      return zeros.map((_, channel) =>
        weights.reduce((sum, a, key) => sum + a * (values.row(key * 3 + head)[channel] ?? NaN), 0),
      );
    });
    expectSame(core, expected.data);
  });
});

describe("DIFF V2", () => {
  it("is one GQA pass over all heads, then even heads − σ(λ) · odd heads", () => {
    const v2: LayerSpec = {
      ...gda,
      classes: [{ groups: 8, signal: 1, noise: 1 }],
      kvPairs: 2,
      valueDim: 16,
      noiseKeys: "shared",
      lambda: { kind: "sigmoid", per: "signal" },
    };
    const gqa: LayerSpec = { ...v2, classes: [{ groups: 2, signal: 8, noise: 0 }] };
    const weights = weightsOf(v2);
    const { lambda, core } = run(v2, weights);
    const o = new Float64Array(hidden * 16 * 16);
    const all = new Matrix(tokens * 16, 16, run(gqa, { ...weights, o }).core);
    const expected = new Matrix(tokens * 8, 16).mapRows((zeros, row) => {
      const [even, odd] = [all.row(2 * row), all.row(2 * row + 1)];
      return zeros.map((_, i) => (even[i] ?? NaN) - (lambda?.[row] ?? NaN) * (odd[i] ?? NaN));
    });
    expectSame(core, expected.data);
  });
});

describe("keys and values", () => {
  it("the subtraction commutes with slicing V's channels", () => {
    const narrow: LayerSpec = { ...gda, valueDim: 16 };
    const weights = weightsOf(gda);
    const half = (first: number): Matrix => {
      const v = blocks(tensor(weights, "v"), 6, [first, first + 2, first + 4]);
      return new Matrix(
        tokens * 12,
        16,
        run(narrow, { ...weightsOf(narrow), ...weights, v, o }).core,
      );
    };
    const o = new Float64Array(hidden * 12 * 16);
    const [left, right] = [half(0), half(1)];
    const whole = new Matrix(tokens * 12, 32, run(gda, weights).core);
    expectSame(
      whole.data,
      left.mapRows((row, i) => Float64Array.of(...row, ...right.row(i)), 32).data,
    );
  });

  it("own noise keys that equal the signal keys are shared keys", () => {
    const shared: LayerSpec = { ...gda, noiseKeys: "shared" };
    const weights = weightsOf(shared);
    const twice = { ...weights, k: blocks(tensor(weights, "k"), 3, [0, 0, 1, 1, 2, 2]) };
    expectSame(run(gda, twice).y, run(shared, weights).y);
  });

  it("noise heads are interleaved, not tiled; with one signal head each it is the same", () => {
    const both = (signal: number): readonly Float64Array[] =>
      (["interleave", "tile"] as const).map(
        (noiseRepeat) => run({ ...gda, classes: [{ groups: 3, signal, noise: 1 }], noiseRepeat }).y,
      );
    expect(both(1)[0]).toEqual(both(1)[1]);
    expect(both(4)[0]).not.toEqual(both(4)[1]);
  });
});

describe("masks", () => {
  it.each([
    [{ kind: "causal" }, 3, [0, 1, 2, 3]],
    [{ kind: "window", keys: 1 }, 3, [3]],
    [{ kind: "window", keys: 3 }, 5, [3, 4, 5]],
    [{ kind: "window", keys: 9 }, 2, [0, 1, 2]],
    [{ kind: "prefix" }, 1, [0, 1, 2, 3]],
    [{ kind: "prefix" }, 5, [0, 1, 2, 3, 4, 5]],
    [{ kind: "bidirectional" }, 2, [0, 1, 2, 3, 4, 5, 6]],
  ] as const)("%o lets token %i of 7, with a prefix of 4, see %j", (mask, position, seen) => {
    expect(visibleKeys(mask, position, 7, 4)).toEqual(seen);
  });

  it("a window of 129 keys is 128 earlier ones and the query's own", () => {
    expect(visibleKeys({ kind: "window", keys: 129 }, 1000, 2000, undefined)).toHaveLength(129);
  });
});
