import fc from "fast-check";
import { expect, test } from "vitest";
import { dequantised } from "../../compiler/reference/quantised.js";
import { quantiseRow } from "../../runtime/weights/quantise.js";
import { scaledRow, weightBits, type ScaledFormat } from "../../runtime/weights/scaled.js";

/** A row with its format: whole blocks of values of any size, among them zeros and equal ones. */
const rows = fc
  .record({
    format: fc.constantFrom("i8" as const, "i4" as const),
    block: fc.constantFrom(16, 32, 64, 128),
    blocks: fc.integer({ min: 1, max: 11 }),
    double: fc.boolean(),
  })
  .chain(({ format, block, blocks, double }) => {
    const length = block * blocks;
    const size = fc.constantFrom(1e-45, 1e-38, 3e-6, 1, 250, 3e38);
    const values = fc
      .tuple(fc.array(size, { minLength: blocks, maxLength: blocks }), numbers(length))
      .map(([sizes, drawn]) => drawn.map((x, i) => x * (sizes[Math.floor(i / block)] ?? 1)));
    return values.map((made) => ({
      scaled: { format, block },
      row: double ? Float64Array.from(made) : Float32Array.from(made),
    }));
  });

function numbers(length: number): fc.Arbitrary<number[]> {
  const one = fc.oneof(
    { weight: 6, arbitrary: fc.double({ min: -1, max: 1, noNaN: true }) },
    { weight: 2, arbitrary: fc.constantFrom(0, -0, 1, -1, 0.5, -0.5, 0.25, 1 / 3) },
  );
  return fc.array(one, { minLength: length, maxLength: length });
}

/** The weights of a stored row, read value by value as the format is described. */
function unpacked(words: Uint32Array, { format, block }: ScaledFormat, length: number): number[] {
  const bits = weightBits[format];
  const perWord = 32 / bits;
  const { numbers: vectors } = scaledRow({ format, block }, length);
  return Array.from({ length }, (_, i) => {
    const place = Math.floor(i / 4) % perWord;
    const vector = Math.floor(i / (4 * perWord));
    const word = words[4 * vector + (i % 4)] ?? 0;
    const unsigned = Math.floor(word / 2 ** (32 - bits * (place + 1))) % 2 ** bits;
    const q = unsigned < 2 ** (bits - 1) ? unsigned : unsigned - 2 ** bits;
    const b = Math.floor(i / block);
    const pair = words[4 * vectors + Math.floor(b / 2)] ?? 0;
    const half = b % 2 === 0 ? pair % 2 ** 16 : Math.floor(pair / 2 ** 16);
    return q * (new Float32Array(Uint32Array.of(half * 2 ** 16).buffer)[0] ?? NaN) + 0;
  });
}

function stored(row: Float32Array | Float64Array, scaled: ScaledFormat): Uint32Array {
  const words = new Uint32Array(4 * scaledRow(scaled, row.length).vectors).fill(0xdeadbeef);
  expect(quantiseRow(row, scaled, words)).toBeUndefined();
  return words;
}

test("a row is what float64 says of its blocks", () => {
  fc.assert(
    fc.property(rows, ({ row, scaled }) => {
      const expected = dequantised(row, { weights: scaled.format, block: scaled.block });
      expect(unpacked(stored(row, scaled), scaled, row.length)).toEqual(
        Array.from(expected, (x) => x + 0),
      );
    }),
    { numRuns: 300 },
  );
});

test("quantising what is quantised changes no bit, and an extreme that is a bf16 is kept", () => {
  fc.assert(
    fc.property(rows, ({ row, scaled }) => {
      const words = stored(row, scaled);
      const again = Float32Array.from(unpacked(words, scaled, row.length));
      expect(stored(again, scaled)).toEqual(words);
      const exact = Float32Array.from(row).fill(0.25);
      exact[scaled.block - 1] = -1.5;
      expect(unpacked(stored(exact, scaled), scaled, row.length)[scaled.block - 1]).toBe(-1.5);
    }),
    { numRuns: 100 },
  );
});

test("a weight is off by half a step, and by one where the highest number is too low for it", () => {
  fc.assert(
    fc.property(rows, ({ row, scaled }) => {
      const levels = 2 ** (weightBits[scaled.format] - 1);
      const found = unpacked(stored(row, scaled), scaled, row.length);
      for (let first = 0; first < row.length; first += scaled.block) {
        const own = row.subarray(first, first + scaled.block);
        const most = Math.max(...own.map(Math.abs));
        if (most < 1e-35) continue;
        // The scale is a bf16, within 2^-9 of what it should be.
        const step = (most / levels) * (1 + 2 ** -8);
        own.forEach((w, i) => {
          const q = found[first + i] ?? NaN;
          const highest = Math.abs(q) > (levels - 1.5) * (most / levels);
          expect(Math.abs(q - w)).toBeLessThanOrEqual(step * (highest ? 1 + levels / 2 ** 9 : 0.5));
        });
      }
    }),
    { numRuns: 100 },
  );
});

test.each([
  [[NaN], NaN],
  [[1, -Infinity], -Infinity],
  [[Infinity, NaN], NaN],
  [[1, 1e300], 1e300],
])("%j has no place in a block", (values, bad) => {
  const row = new Float64Array(64);
  row.set(values, 40);
  const target = new Uint32Array(4 * scaledRow({ format: "i4", block: 32 }, 64).vectors);
  expect(quantiseRow(row, { format: "i4", block: 32 }, target)).toBe(bad);
});

test.each([
  ["i4", 32, 4096, 2304],
  ["i8", 32, 4096, 4352],
  ["i4", 128, 4096, 2112],
  ["i4", 16, 48, 32 + 16],
] as const)(
  "a row of %s in blocks of %d, %d inputs, takes %d bytes",
  (format, block, inputs, bytes) => {
    expect(16 * scaledRow({ format, block }, inputs).vectors).toBe(bytes);
  },
);
