import { describe, expect, test } from "vitest";
import type { LambdaRewrite } from "../../compiler/grow/rewrite.js";
import { randomNumbers } from "../../compiler/reference/random.js";
import { memoryWeights } from "../../runtime/weights/tensor.js";
import { applied, dtypes, rounded, storedAs, ulp, type StoredDtype } from "./support/numbers.js";
import { stored } from "./support/table.js";

type Four = readonly [Numbers, Numbers, Numbers, Numbers];
type Numbers = readonly number[];

const NAMES = ["lambda_q1", "lambda_k1", "lambda_q2", "lambda_k2"] as const;

/** The four vectors after λ's init went down by `shift`, as they are stored. */
async function folded(dtype: StoredDtype, vectors: Four, shift: number): Promise<Four> {
  const [d = 0] = vectors.map(({ length }) => length);
  const weights = memoryWeights(
    new Map(vectors.map((vector, i) => [`old.${NAMES[i]}`, storedAs(dtype, [d], vector)])),
  );
  const tensorOf = (name: string, place: string) => ({
    ...stored(`${place}.${name}`, d),
    tensor: name,
  });
  const [q1, k1, q2, k2] = NAMES;
  const sources: LambdaRewrite["sources"] = [
    tensorOf(q1, "old"),
    tensorOf(k1, "old"),
    tensorOf(q2, "old"),
    tensorOf(k2, "old"),
  ];
  const vector = (name: string): Promise<Numbers> =>
    applied({ kind: "lambda", target: tensorOf(name, "new"), sources, shift }, weights, dtype);
  return [await vector(q1), await vector(k1), await vector(q2), await vector(k2)];
}

function dot(a: Numbers, b: Numbers): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/** λ without its init (gda-math.md, section 5). */
function lambda([q1, k1, q2, k2]: Four): number {
  return Math.exp(dot(q1, k1)) - Math.exp(dot(q2, k2));
}

function vectors(dtype: StoredDtype, seed: number, deviation: number): Four {
  const vector = (name: string): Numbers =>
    rounded(dtype, [...randomNumbers(seed, name, 128, { mean: 0, deviation })]);
  const [q1, k1, q2, k2] = NAMES;
  return [vector(q1), vector(k1), vector(q2), vector(k2)];
}

/** Half a unit in the last place of a moved component, times the least that takes up errors. */
function bound(dtype: StoredDtype, moved: Numbers, along: Numbers): number {
  const largest = Math.max(...along.map(Math.abs));
  const least = Math.min(...along.map(Math.abs).filter((size) => size >= largest / 256));
  const product = dot(moved, along);
  return 1.001 * Math.exp(product) * (ulp(dtype, Math.max(...moved.map(Math.abs))) / 2) * least;
}

describe.each(dtypes)("%s", (dtype) => {
  test.each([
    [0.2099, 0.1],
    [-0.2099, 0.1],
    [0.05, 0.3],
    [-0.05, 0.3],
    [1e-6, 0.1],
  ])("λ takes up a shift of %f, to the rounding of one component", async (shift, deviation) => {
    for (const seed of [1, 2, 3]) {
      const before = vectors(dtype, seed, deviation);
      const after = await folded(dtype, before, shift);
      const [q, k] = shift > 0 ? [0, 1] : [2, 3];
      const [moved, along] = [after[q] ?? [], after[k] ?? []];
      const isQ = String(moved) !== String(before[q]);
      const allowed = isQ ? bound(dtype, moved, along) : bound(dtype, along, moved);
      expect(Math.abs(lambda(after) - lambda(before) - shift)).toBeLessThanOrEqual(allowed);
      expect(after.filter((vector, i) => String(vector) !== String(before[i]))).toHaveLength(1);
    }
  });

  const zero: Numbers = Array.from({ length: 8 }, () => 0);
  const some = rounded(dtype, [0.3, -0.1, 0, 0.2, 0.05, 0.5, -0.4, 0.01]);

  test.each([
    ["k", [some, zero, some, zero]],
    ["q", [zero, some, zero, some]],
    ["both", [zero, zero, zero, zero]],
  ] as const)("where %s is 0", async (_, before) => {
    for (const shift of [0.25, -0.25, 1.5]) {
      const after = await folded(dtype, before, shift);
      const missed = Math.abs(lambda(after) - lambda(before) - shift);
      expect(missed).toBeLessThan(8 * ulp(dtype, 1));
    }
  });

  test("a shift of 0 changes nothing", async () => {
    const before = vectors(dtype, 4, 0.1);
    expect(await folded(dtype, before, 0)).toEqual(before);
  });
});

test("a product beyond what exp can hold stays, since the shift is nothing beside it", async () => {
  const thirty = Array.from({ length: 4 }, () => 30);
  const before: Four = [thirty, thirty, thirty, thirty];
  expect(await folded("F32", before, 0.2)).toEqual(before);
});
