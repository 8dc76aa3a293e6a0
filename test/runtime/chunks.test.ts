import fc from "fast-check";
import { expect, test } from "vitest";
import { chunksOf, chunkSymbols, type PlacedSequence } from "../../runtime/call/chunks.js";
import { tableFor } from "../../runtime/call/tables.js";

const sequences = fc.array(
  fc
    .record({ slot: fc.nat(9), rows: fc.integer({ min: 1, max: 9 }), position: fc.nat(9) })
    .map((s): PlacedSequence => ({
      ...s,
      keys: s.position + s.rows,
      prefix: 0,
      table: { block: 18, blocks: [s.slot], stride: 1 },
    })),
  { minLength: 1, maxLength: 6 },
);

test("chunks hold every row once, in order, and no more rows than are allowed", () => {
  fc.assert(
    fc.property(sequences, fc.integer({ min: 1, max: 12 }), (all, most) => {
      const chunks = chunksOf(all, most);
      const rows = chunks.flatMap((chunk) =>
        chunk.parts.flatMap((part) =>
          Array.from({ length: part.rows }, (_, i) => ({
            row: chunk.firstRow + part.firstRow + i,
            slot: part.slot,
            position: part.position + i,
            keys: part.keys,
          })),
        ),
      );
      const expected = all.flatMap((sequence) =>
        Array.from({ length: sequence.rows }, (_, i) => ({
          slot: sequence.slot,
          position: sequence.position + i,
          keys: sequence.keys,
        })),
      );
      expect(rows).toEqual(expected.map((entry, row) => ({ row, ...entry })));
      for (const chunk of chunks) {
        expect(chunk.rows).toBeLessThanOrEqual(most);
        expect(chunk.rows).toBe(chunk.parts.reduce((sum, part) => sum + part.rows, 0));
      }
      // Only the last one is not full.
      expect(chunks.slice(0, -1).every((chunk) => chunk.rows === most)).toBe(true);
    }),
  );
});

const [first, second] = chunksOf(
  [
    {
      slot: 4,
      rows: 2,
      position: 3,
      keys: 5,
      prefix: 0,
      table: { block: 4, blocks: [7, 2], stride: 3 },
    },
    {
      slot: 1,
      rows: 3,
      position: 0,
      keys: 3,
      prefix: 2,
      table: { block: 4, blocks: [6], stride: 3 },
    },
  ],
  4,
);

test("symbols tell the largest of the chunk", () => {
  expect(first && chunkSymbols(first)).toEqual({
    rows: 4,
    sequences: 2,
    most_rows: 2,
    most_keys: 5,
  });
  expect(second && chunkSymbols(second)).toEqual({
    rows: 1,
    sequences: 1,
    most_rows: 1,
    most_keys: 3,
  });
});

test("tables say where the rows of a chunk belong", () => {
  const table = (role: "sequences" | "places"): readonly number[][] =>
    [first, second].map((chunk) => [
      ...((chunk && tableFor({ role, format: "u32", shape: [] }, chunk)) ?? []),
    ]);
  expect(table("sequences")).toEqual([
    [0, 2, 3, 16, 5, 0, 0, 0, 2, 2, 0, 18, 3, 2, 0, 0, 21, 6, 18],
    [0, 1, 2, 8, 3, 2, 0, 0, 18],
  ]);
  expect(table("places")).toEqual([
    [21, 3, 6, 0, 18, 0, 18, 1],
    [18, 2],
  ]);
});

test("angles are computed in float64, gain included", () => {
  const table = { block: 2 ** 21, blocks: [0], stride: 1 };
  const sequence = { slot: 0, rows: 2, position: 1_000_000, keys: 1_000_002, prefix: 0, table };
  const [chunk] = chunksOf([sequence], 8);
  const frequencies = [1, 0.1];
  const found =
    chunk && tableFor({ role: "angles", format: "f32", shape: [], frequencies, gain: 1.5 }, chunk);
  const expected = [1_000_000, 1_000_001].flatMap((position) =>
    frequencies.flatMap((f) => [1.5 * Math.cos(position * f), 1.5 * Math.sin(position * f)]),
  );
  expect([...(found ?? [])]).toEqual(expected.map(Math.fround));
});

test("other tensors have no table", () => {
  expect(first && tableFor({ role: "scratch", format: "f32", shape: [] }, first)).toBeUndefined();
});
