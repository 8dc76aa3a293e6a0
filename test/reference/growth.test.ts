import { describe, expect, it } from "vitest";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { takeRows } from "../../compiler/reference/matrix.js";
import type { TensorName } from "../../compiler/plan/attention-tensors.js";
import { type Numbers, type Weights, tensor } from "../../compiler/reference/weights.js";
import { type LayerSpec, layerPlan } from "../support/plans.js";
import { randomInput, randomNumbers, randomWeights } from "../support/random.js";
import { relativeError } from "../support/relative.js";

// The recipe of gda-math.md, section 7, from its words: it keeps the function exactly.

const [seed, hidden, tokens] = [3, 24, 11];
const [groups, signal, headDim, valueDim] = [3, 2, 8, 16];
const range = (length: number): readonly number[] => [...Array(length).keys()];

const gda: LayerSpec = {
  classes: [{ groups, signal, noise: 1 }],
  headDim,
  valueDim,
  noiseKeys: "own",
  rope: { pairing: "half", theta: 10_000, scaling: { kind: "none" } },
  lambda: { kind: "reparam", init: 0.3555 },
  headNorm: { kind: "rms", eps: 1e-5, times: 0.6445 },
};
const gdla: LayerSpec = {
  ...gda,
  noiseKeys: "shared",
  lambda: { kind: "sigmoid", per: "signal" },
  headNorm: undefined,
  gate: { form: "elementwise", from: "hidden" },
};

/** A row of [S, …] blocks with each group's signal blocks copied c times. */
function copied(row: Numbers, c: number): Float64Array {
  const order = range(groups).flatMap((group) =>
    range(c * signal).map((s) => group * signal + (s % signal)),
  );
  return takeRows(row, row.length / (groups * signal), order);
}

/** The same for q, whose groups end with a noise head. */
function copiedQueries(q: Numbers, c: number): Float64Array {
  const order = range(groups).flatMap((group) => {
    const first = group * (signal + 1);
    return [...range(c * signal).map((s) => first + (s % signal)), first + signal];
  });
  return takeRows(q, headDim * hidden, order);
}

/** Each row of a matrix made a longer one. */
function eachRow(
  matrix: Numbers,
  columns: number,
  map: (row: Numbers) => readonly number[],
): Float64Array {
  return Float64Array.from(
    range(matrix.length / columns).flatMap((row) =>
      map(matrix.subarray(row * columns, (row + 1) * columns)),
    ),
  );
}

const tiled = (row: Numbers, n: number): readonly number[] => range(n).flatMap(() => [...row]);

/** Signal heads c times, hidden n times as many; with noise, paired copies differ by ±N (n = c = 2). */
function grown(weights: Weights, c: number, n: number, noise: number): Weights {
  const paired = (stream: string, length: number): readonly number[] => {
    const half = randomNumbers(seed, stream, length / 2, { mean: 0, deviation: noise });
    return [...half, ...half.map((value) => -value)];
  };
  const widened = (name: TensorName, matrix: Numbers): Float64Array =>
    eachRow(matrix, hidden, (row) => {
      const shift = noise > 0 ? paired(name, n * hidden) : [];
      return tiled(row, n).map((value, i) => value / n + (shift[i] ?? 0));
    });
  const outputs = tiled(tensor(weights, "o"), n);
  const result: { [name in TensorName]?: Numbers } = {
    ...weights,
    q: widened("q", copiedQueries(tensor(weights, "q"), c)),
    k: widened("k", tensor(weights, "k")),
    v: widened("v", tensor(weights, "v")),
    o: eachRow(Float64Array.from(outputs), groups * signal * valueDim, (row) => {
      const blocks = eachRow(copied(row, c), c * signal * valueDim, (group) => {
        const shift = noise > 0 ? paired("o", group.length) : [];
        return Array.from(group, (value, i) => value / c + (shift[i] ?? 0));
      });
      return [...blocks];
    }),
  };
  for (const name of ["lambda", "gate"] as const) {
    const matrix = weights[name];
    if (matrix) result[name] = widened(name, copied(matrix, c));
  }
  return result;
}

describe.each([
  ["GDA", gda],
  ["GDLA's core", gdla],
])("growing %s keeps the function", (_, spec) => {
  it.each([
    { copies: 4, widths: 1, noise: 0 },
    { copies: 1, widths: 2, noise: 0 },
    { copies: 3, widths: 2, noise: 0 },
    { copies: 2, widths: 2, noise: 0.1 },
  ])("signal × $copies, hidden × $widths, copies ± $noise", ({ copies, widths, noise }) => {
    const layer = layerPlan(spec);
    const weights = randomWeights(seed, layer, hidden);
    const x = randomInput(seed, tokens, hidden);
    const before = evaluate(layer, hidden, weights, x).y;

    const larger = layerPlan({
      ...spec,
      classes: [{ groups, signal: copies * signal, noise: 1 }],
    });
    const after = evaluate(
      larger,
      widths * hidden,
      grown(weights, copies, widths, noise),
      eachRow(x, hidden, (row) => tiled(row, widths)),
    ).y;
    const expected = eachRow(before, hidden, (row) => tiled(row, widths));
    expect(relativeError(after, expected)).toBeLessThan(1e-12);
  });
});
