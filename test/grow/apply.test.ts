import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ColumnRun, CopyRewrite, Run } from "../../compiler/grow/rewrite.js";
import { randomNumbers } from "../../compiler/reference/random.js";
import { memoryWeights, tensor } from "../../runtime/weights/tensor.js";
import { applied, appliedBytes, dtypes, rounded, storedAs, ulp } from "./support/numbers.js";
import { stored, tiled } from "./support/table.js";

const PAIRED = { snr: 10, seed: 7 };

/** A matrix of a deviation, as a checkpoint's only tensor. */
function source(dtype: (typeof dtypes)[number], rows: number, columns: number, deviation = 0.1) {
  const numbers = randomNumbers(3, "w", rows * columns, { mean: 0, deviation });
  const weights = memoryWeights({ w: storedAs(dtype, [rows, columns], numbers) });
  return { weights, w: rounded(dtype, [...numbers]), matrix: stored("w", rows, columns) };
}

/** Any runs of rows and columns, as permutations and growths have them. */
const arbitraryTable = fc
  .record({
    rows: fc.integer({ min: 1, max: 9 }),
    columns: fc.integer({ min: 1, max: 9 }),
    dtype: fc.constantFrom(...dtypes),
    block: fc.integer({ min: 1, max: 120 }),
    noise: fc.boolean(),
  })
  .chain((chosen) => {
    const run = (size: number): fc.Arbitrary<Run> =>
      fc
        .tuple(fc.nat(size - 1), fc.nat(size))
        .map(([first, count]) => ({ first, count: Math.min(Math.max(count, 1), size - first) }));
    const column = fc.record({
      run: run(chosen.columns),
      copy: fc.nat(5),
      factor: fc.constantFrom(1, 0.5, 1 / 3),
    });
    return fc.record({
      chosen: fc.constant(chosen),
      rows: fc.array(run(chosen.rows), { minLength: 1, maxLength: 5 }),
      columns: fc.array(column, { minLength: 1, maxLength: 5 }),
    });
  })
  .map(({ chosen, rows, columns }) => {
    const sizeOf = (runs: readonly Run[]): number =>
      runs.reduce((sum, { count }) => sum + count, 0);
    const runs = columns.map(({ run, copy, factor }): ColumnRun => ({
      ...run,
      copy,
      factor,
      sign: chosen.noise ? (copy % 2 === 0 ? 1 : -1) : 0,
    }));
    const table: CopyRewrite = {
      kind: "copy",
      source: stored("w", chosen.rows, chosen.columns),
      target: stored("t", sizeOf(rows), sizeOf(runs)),
      rows,
      columns: runs,
      noise: chosen.noise ? PAIRED : undefined,
    };
    return { ...chosen, table };
  });

test("without noise each element is the source's × factor, rounded once", async () => {
  const property = fc.asyncProperty(arbitraryTable, async ({ table, dtype, block }) => {
    const plain = { ...table, noise: undefined };
    const { weights, w, matrix } = source(dtype, ...sizes(table));
    const [, width = 1] = matrix.shape;
    const expected = table.rows.flatMap(({ first, count }) =>
      Array.from({ length: count }, (_, i) => first + i).flatMap((row) =>
        table.columns.flatMap((run) =>
          Array.from(
            { length: run.count },
            (_, i) => (w[row * width + run.first + i] ?? NaN) * run.factor,
          ),
        ),
      ),
    );
    expect(await applied(plain, weights, dtype, block)).toEqual(rounded(dtype, expected));
  });
  await fc.assert(property, { numRuns: 200 });
});

function sizes({ source: { shape } }: CopyRewrite): [number, number] {
  return [shape[0] ?? 1, shape[1] ?? 1];
}

test("blocks of any size give the same bytes, with noise and without", async () => {
  const property = fc.asyncProperty(arbitraryTable, async ({ table, dtype, block }) => {
    const { weights } = source(dtype, ...sizes(table));
    const [small, large] = [
      await appliedBytes(table, weights, dtype, block),
      await appliedBytes(table, weights, dtype),
    ];
    expect(small).toEqual(large);
  });
  await fc.assert(property, { numRuns: 200 });
});

test("a vector is a matrix of one column", async () => {
  const vector = stored("v", 4);
  const weights = memoryWeights({ v: storedAs("BF16", [4], [1, 2, 3, 4]) });
  const rewrite = tiled("t", vector, { rows: 2, columns: 1 });
  expect(await applied(rewrite, weights, "BF16", 3)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
  const reversed = { ...rewrite, rows: [3, 2, 1, 0].map((first) => ({ first, count: 1 })) };
  expect(await applied(reversed, weights, "BF16")).toEqual([4, 3, 2, 1]);
});

test("doubles stay doubles", async () => {
  const weights = memoryWeights({ w: tensor([1, 2], Float64Array.of(1 / 3, 1e300)) });
  const rewrite = tiled("t", stored("w", 1, 2), { rows: 1, columns: 2 });
  expect(await applied(rewrite, weights, "F64")).toEqual([1 / 6, 5e299, 1 / 6, 5e299]);
});

test("a fill is one number everywhere", async () => {
  const fill = { kind: "fill", target: stored("t", 3, 5), value: 1, like: stored("w", 1) } as const;
  const ones = Array.from({ length: 15 }, () => 1);
  expect(await applied(fill, memoryWeights({}), "BF16", 4)).toEqual(ones);
  expect(await applied({ ...fill, value: 0 }, memoryWeights({}), "F32")).toEqual(ones.map(() => 0));
});

describe.each(dtypes)("paired noise in %s", (dtype) => {
  const [rows, columns] = [64, 512];
  const { weights, w, matrix } = source(dtype, rows, columns);
  const rewrite = tiled("t", matrix, { rows: 1, columns: 2 }, PAIRED);

  /** The pair of each source element. */
  async function pairs(): Promise<readonly { a: number; b: number; half: number }[]> {
    const grown = await applied(rewrite, weights, dtype);
    return w.map((value, i) => {
      const at = Math.floor(i / columns) * 2 * columns + (i % columns);
      return { a: grown[at] ?? NaN, b: grown[at + columns] ?? NaN, half: value / 2 };
    });
  }

  test("a pair's sum is W where the noise is no larger than the weight, else to one rounding", async () => {
    let exact = 0;
    for (const { a, b, half } of await pairs()) {
      const missed = Math.abs(a + b - 2 * half);
      const smaller = Math.min(Math.abs(a), Math.abs(b));
      const allowed = Math.abs(a - half) <= Math.abs(half) ? 0 : ulp(dtype, smaller) / 2;
      expect(missed).toBeLessThanOrEqual(allowed);
      if (missed === 0) exact++;
    }
    expect(exact).toBeGreaterThan(0.95 * w.length);
  });

  test("its power is what the ratio asks of the weights that are written", async () => {
    const found = await pairs();
    const power = found.reduce((sum, { a, b }) => sum + ((a - b) / 2) ** 2, 0) / w.length;
    const written = found.reduce((sum, { half }) => sum + half ** 2, 0) / w.length;
    // The variance of the mean of n squared normal numbers is 2 / n.
    expect(Math.abs(power / (written / 10) - 1)).toBeLessThan(5 * Math.sqrt(2 / w.length));
  });

  test("rows, columns, pairs, seeds and tensors get noise of their own", async () => {
    const four = tiled("t", matrix, { rows: 2, columns: 4 }, PAIRED);
    const grown = await applied(four, weights, dtype);
    const at = (row: number, copy: number): number =>
      grown[row * 4 * columns + copy * columns] ?? 0;
    const seeds = await applied({ ...rewrite, noise: { ...PAIRED, seed: 8 } }, weights, dtype);
    const names = await applied(
      { ...rewrite, target: stored("u", rows, 2 * columns) },
      weights,
      dtype,
    );
    const [first = NaN] = await applied(rewrite, weights, dtype);
    const all = [at(0, 0), at(0, 2), at(rows, 0), at(rows, 2), first, seeds[0], names[0]];
    expect(new Set(all).size).toBe(all.length);
  });

  test("a copy without a partner is divided alone", async () => {
    const three = tiled("t", matrix, { rows: 1, columns: 3 }, PAIRED);
    const grown = await applied(three, weights, dtype);
    const last = grown.filter((_, i) => i % (3 * columns) >= 2 * columns);
    expect(last).toEqual(
      rounded(
        dtype,
        w.map((value) => value / 3),
      ),
    );
  });
});

describe("what cannot be written", () => {
  const bad = { F32: new Float32Array(6).fill(1), F16: new Uint16Array(6).fill(0x3c00) };
  bad.F32[4] = NaN;
  bad.F16[5] = 0xfc00;

  test.each([
    ["F32", tensor([2, 3], bad.F32), "`w` holds NaN at [1, 1]."],
    ["F16", tensor([2, 3], bad.F16, "F16"), "`w` holds -Infinity at [1, 2]."],
    ["BF16", tensor([6], new Uint16Array(6).fill(0x7fc0), "BF16"), "`w` holds NaN at [0]."],
  ] as const)("%s that is not finite", async (dtype, w, message) => {
    const weights = memoryWeights({ w });
    for (const noise of [undefined, PAIRED]) {
      const rewrite = tiled("t", stored("w", ...w.shape), { rows: 1, columns: 2 }, noise);
      await expect(appliedBytes(rewrite, weights, dtype, 3)).rejects.toThrow(message);
    }
  });

  test("noise that is too large for f16", async () => {
    const weights = memoryWeights({
      w: storedAs("F16", [20, 4], new Float32Array(80).fill(65_504)),
    });
    const rewrite = tiled("t", stored("w", 20, 4), { rows: 1, columns: 2 }, { snr: 0, seed: 1 });
    const message = /^`t` would hold a number at \[\d+, \d\] that is too large for F16\./;
    await expect(appliedBytes(rewrite, weights, "F16")).rejects.toThrow(message);
  });
});
