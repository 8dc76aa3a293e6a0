import { describe, expect, test } from "vitest";
import { sequencesOf, type Batch, type BatchContext } from "../../runtime/call/batch.js";

const context: BatchContext = {
  lengths: [0, 5],
  capacity: 8,
  masksPrefix: false,
  inputRows: undefined,
};

function code(batch: Batch, change: Partial<BatchContext> = {}): unknown {
  try {
    return sequencesOf(batch, { ...context, ...change });
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

test("sequences take the slots in their order", () => {
  expect(sequencesOf({ rows: [2, 3] }, context)).toEqual([
    { slot: 0, rows: 2, position: 0, keys: 2, prefix: 0 },
    { slot: 1, rows: 3, position: 5, keys: 8, prefix: 0 },
  ]);
});

test("a batch names its slots, in any order", () => {
  expect(sequencesOf({ rows: [1, 2], slots: [1, 0] }, context)).toEqual([
    { slot: 1, rows: 1, position: 5, keys: 6, prefix: 0 },
    { slot: 0, rows: 2, position: 0, keys: 2, prefix: 0 },
  ]);
});

test("with one slot, all rows are one sequence", () => {
  expect(sequencesOf({}, { ...context, lengths: [3], inputRows: 4 })).toEqual([
    { slot: 0, rows: 4, position: 3, keys: 7, prefix: 0 },
  ]);
});

describe("refuses", () => {
  test.each<[string, Batch, Partial<BatchContext>]>([
    ["no rows for a buffer", {}, { lengths: [0] }],
    ["no rows for many slots", {}, { inputRows: 2 }],
    ["no sequence", { rows: [] }, {}],
    ["a sequence without tokens", { rows: [1, 0] }, {}],
    ["half a token", { rows: [1.5] }, {}],
    ["other rows than x has", { rows: [1, 1] }, { inputRows: 3 }],
    ["other slots than sequences", { rows: [1, 1], slots: [0] }, {}],
    ["a slot twice", { rows: [1, 1], slots: [1, 1] }, {}],
    ["a slot that is not there", { rows: [1], slots: [2] }, {}],
    ["more sequences than slots", { rows: [1, 1, 1] }, {}],
    ["more tokens than the capacity", { rows: [1, 4] }, {}],
    ["a prefix without its mask", { rows: [1], prefix: [1] }, {}],
    ["no prefix when a sequence begins", { rows: [1] }, { masksPrefix: true }],
    ["other prefixes than sequences", { rows: [1], prefix: [] }, { masksPrefix: true }],
    ["a prefix beyond the call", { rows: [2], prefix: [3] }, { masksPrefix: true }],
    ["a negative prefix", { rows: [2], prefix: [-1] }, { masksPrefix: true }],
    ["a late prefix", { rows: [1], slots: [1], prefix: [2] }, { masksPrefix: true }],
  ])("%s", (_, batch, change) => {
    expect(code(batch, change)).toMatchSnapshot();
  });
});

test("a prefix is given once, and may be 0 or left out later", () => {
  const masks = { ...context, masksPrefix: true };
  const prefix = (batch: Batch): unknown => sequencesOf(batch, masks).map((s) => s.prefix);
  expect(prefix({ rows: [3, 1], prefix: [2, 0] })).toEqual([2, 0]);
  expect(prefix({ rows: [1], slots: [1] })).toEqual([0]);
});
