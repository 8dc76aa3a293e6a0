import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockTables } from "../../runtime/block-tables.js";
import { GdaError } from "../../runtime/error.js";
import { rejection } from "./support/message.js";

const BLOCK = 4;
const CAPACITY = 14;
const SLOTS = 3;
const BLOCKS = 7;

/**
 * The tokens themselves, kept twice: as a memory of blocks, written where the tables say, and as a
 * plain list for each slot. What is free, shared or unwritten is looked for anew each time.
 */
class Model {
  readonly memory = Array.from({ length: BLOCKS }, (): (number | undefined)[] => []);
  readonly tokens = Array.from({ length: SLOTS }, (): number[] => []);
  readonly tables = Array.from({ length: SLOTS }, (): readonly number[] => []);
  #next = 0;

  free(): number {
    return BLOCKS - new Set(this.tables.flat()).size;
  }

  append(slot: number, count: number, table: readonly number[]): void {
    for (let i = 0; i < count; i++) {
      const position = this.tokens[slot]?.length ?? 0;
      const block = this.memory[table[Math.floor(position / BLOCK)] ?? -1];
      if (block === undefined) throw new Error("a token has no place");
      block.splice(position % BLOCK, BLOCK, this.#next);
      this.tokens[slot]?.push(this.#next++);
    }
    this.tables[slot] = table;
  }

  /** What a slot of these blocks would read. */
  read(table: readonly number[], length: number): readonly (number | undefined)[] {
    return Array.from(
      { length },
      (_, i) => this.memory[table[Math.floor(i / BLOCK)] ?? -1]?.[i % BLOCK],
    );
  }

  /** Whether a slot may write to a block at some time, without asking for it. */
  writes(slot: number, block: number): boolean {
    const full = Math.floor((this.tokens[slot]?.length ?? 0) / BLOCK);
    return this.tables[slot]?.slice(full).includes(block) ?? false;
  }

  has(slot: number, block: number): boolean {
    return this.tables[slot]?.includes(block) ?? false;
  }
}

const others = (slot: number): readonly number[] => [0, 1, 2].filter((other) => other !== slot);

/** The code of what is thrown. */
function codeOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof GdaError) return error.code;
    throw error;
  }
}

/** Appends if both may, and fails if they disagree. */
function append(tables: BlockTables, model: Model, slot: number, count: number): void {
  const keys = (model.tokens[slot]?.length ?? 0) + count;
  if (keys > CAPACITY) return;
  const own = model.tables[slot] ?? [];
  const blocks = Math.ceil(keys / BLOCK);
  const written = own.slice(Math.floor((keys - count) / BLOCK), blocks);
  const shared = written.some((block) => others(slot).some((other) => model.has(other, block)));
  const fits = blocks - own.length <= model.free();
  const refused = shared ? "GDA7411" : fits ? undefined : "GDA7410";
  let table: readonly number[] = [];
  const code = codeOf(() => {
    table = tables.plan([{ slot, keys }])[0] ?? [];
  });
  expect(code).toBe(refused);
  if (code !== undefined) return;
  expect(table.slice(0, own.length)).toEqual(own);
  expect(table.length).toBe(Math.max(blocks, own.length));
  for (const block of table.slice(own.length)) {
    expect([0, 1, 2].some((any) => model.has(any, block))).toBe(false);
  }
  tables.commit(slot, keys, table);
  model.append(slot, count, table);
}

function assign(
  tables: BlockTables,
  model: Model,
  slot: number,
  blocks: readonly number[],
  length: number,
): void {
  const read = model.read(blocks, length);
  const legal =
    blocks.length <= Math.ceil(CAPACITY / BLOCK) &&
    blocks.length * BLOCK >= length &&
    new Set(blocks).size === blocks.length &&
    blocks.every((block) => block < BLOCKS) &&
    read.every((token) => token !== undefined) &&
    !blocks.some((block) => others(slot).some((other) => model.writes(other, block)));
  const code = codeOf(() => {
    tables.assign(slot, blocks, length);
  });
  expect(code).toBe(legal ? undefined : "GDA7412");
  if (code !== undefined) return;
  model.tables[slot] = blocks;
  model.tokens[slot] = read.filter((token) => token !== undefined);
}

const slot = fc.nat(SLOTS - 1);
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("append"), slot, n: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reset"), slot, n: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("share"),
      slot,
      from: slot,
      blocks: fc.nat(4),
      n: fc.nat(14),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("assign"),
      slot,
      blocks: fc.array(fc.nat(BLOCKS), { maxLength: 5 }),
      n: fc.nat(14),
    }),
  },
);

test("no slot ever loses a token to another, and every block is free, or known to who has it", () => {
  let shared = 0;
  fc.assert(
    fc.property(fc.array(action, { minLength: 10, maxLength: 40, size: "max" }), (actions) => {
      const tables = new BlockTables(SLOTS, CAPACITY, BLOCK, BLOCKS);
      const model = new Model();
      for (const step of actions) {
        if (step.kind === "append") append(tables, model, step.slot, step.n);
        else if (step.kind === "reset") {
          tables.reset(step.slot);
          model.tables[step.slot] = [];
          model.tokens[step.slot] = [];
        } else if ("from" in step) {
          // Mostly a prefix of whole blocks, as they may be shared.
          const whole = step.n > 3;
          const full = Math.floor((model.tokens[step.from]?.length ?? 0) / BLOCK);
          const count = whole ? Math.min(step.blocks, full) : step.blocks;
          const blocks = model.tables[step.from]?.slice(0, count) ?? [];
          assign(tables, model, step.slot, blocks, whole ? count * BLOCK : step.n);
        } else if ("blocks" in step) assign(tables, model, step.slot, step.blocks, step.n);
        expect(tables.free).toBe(model.free());
        expect(tables.lengths).toEqual(model.tokens.map((tokens) => tokens.length));
        model.tokens.forEach((tokens, i) => {
          expect(tables.blocks(i)).toEqual(model.tables[i]);
          expect(model.read(tables.blocks(i), tokens.length)).toEqual(tokens);
        });
        if (new Set(model.tables.flat()).size < model.tables.flat().length) shared++;
      }
    }),
    { numRuns: 300 },
  );
  expect(shared).toBeGreaterThan(500);
});

test("a call takes blocks for all of its sequences, or for none", () => {
  const tables = new BlockTables(2, 64, 8, 3);
  const appends = [
    { slot: 0, keys: 9 },
    { slot: 1, keys: 9 },
  ];
  expect(() => tables.plan(appends)).toThrow(expect.objectContaining({ code: "GDA7410" }));
  expect([tables.free, tables.lengths]).toEqual([3, [0, 0]]);
  expect(
    tables.plan(appends.map((append) => ({ ...append, keys: append.keys - 8 * append.slot }))),
  ).toEqual([[0, 1], [2]]);
});

test("blocks are taken again in the order in which they were given back", () => {
  const tables = new BlockTables(2, 64, 8, 4);
  const fill = (of: number, keys: number): void => {
    tables.commit(of, keys, tables.plan([{ slot: of, keys }])[0] ?? []);
  };
  fill(0, 9);
  fill(1, 9);
  tables.reset(1);
  tables.reset(0);
  fill(1, 32);
  expect(tables.blocks(1)).toEqual([2, 3, 0, 1]);
  tables.reset();
  expect([tables.free, tables.lengths]).toEqual([4, [0, 0]]);
});

describe("says what is wrong:", () => {
  const tables = new BlockTables(3, 40, 8, 8);
  const fill = (of: number, keys: number): void => {
    tables.commit(of, keys, tables.plan([{ slot: of, keys }])[0] ?? []);
  };
  fill(0, 20);
  tables.assign(1, [0, 1], 12);
  test.each<[string, () => unknown]>([
    ["no slot", () => tables.blocks(3)],
    [
      "a length beyond the capacity",
      () => {
        tables.assign(2, [], 41);
      },
    ],
    [
      "half a token",
      () => {
        tables.assign(2, [], 0.5);
      },
    ],
    [
      "too few blocks",
      () => {
        tables.assign(2, [0], 9);
      },
    ],
    [
      "more blocks than the capacity",
      () => {
        tables.assign(2, [0, 1, 3, 4, 5, 6], 16);
      },
    ],
    [
      "a block twice",
      () => {
        tables.assign(2, [0, 0], 16);
      },
    ],
    [
      "a block out of range",
      () => {
        tables.assign(2, [0, 8], 8);
      },
    ],
    [
      "half a block",
      () => {
        tables.assign(2, [0.5], 0);
      },
    ],
    [
      "a block that was not written",
      () => {
        tables.assign(2, [3], 1);
      },
    ],
    [
      "a block that another slot appends to",
      () => {
        tables.assign(2, [0, 2], 12);
      },
    ],
    ["an append to a shared block", () => tables.plan([{ slot: 1, keys: 13 }])],
    ["too few free blocks", () => tables.plan([{ slot: 2, keys: 48 }])],
  ])("%s", async (_, act) => {
    expect(await rejection(Promise.resolve().then(act))).toMatchSnapshot();
  });
});
