import { noFreeBlocks, sharedBlock, wrongBatch, wrongBlocks } from "./codes.js";
import { gdaError, type GdaError } from "./error.js";

/** A slot's tokens, and the blocks that hold them, in order. */
interface Slot {
  readonly length: number;
  readonly blocks: readonly number[];
}

/** What a call makes of a slot: so many tokens. */
export interface Append {
  readonly slot: number;
  readonly keys: number;
}

/** Which blocks of a cache belong to which slot; several slots may share those that are full. */
export class BlockTables {
  readonly #capacity: number;
  readonly #block: number;
  readonly #slots: Slot[];
  /** Of each block: how many slots have it. */
  readonly #uses: number[];
  /** Of each block: tokens that were written since a slot began it. */
  readonly #filled: number[];
  /** In the order in which they were given back: what is taken next was unused for longest. */
  readonly #free: Set<number>;

  constructor(slots: number, capacity: number, block: number, blocks: number) {
    this.#capacity = capacity;
    this.#block = block;
    this.#slots = Array.from({ length: slots }, () => ({ length: 0, blocks: [] }));
    this.#uses = Array.from({ length: blocks }, () => 0);
    this.#filled = Array.from({ length: blocks }, () => 0);
    this.#free = new Set(this.#uses.keys());
  }

  get free(): number {
    return this.#free.size;
  }

  get lengths(): readonly number[] {
    return this.#slots.map(({ length }) => length);
  }

  /** Throws GDA7404 for a slot that is not there. */
  blocks(slot: number): readonly number[] {
    return this.#slot(slot).blocks;
  }

  /**
   * The blocks of each of these slots once the tokens are appended; `commit` then takes them. Throws
   * GDA7410 where too few blocks are free, and GDA7411 where others would see their tokens change.
   */
  plan(appends: readonly Append[]): readonly (readonly number[])[] {
    for (const { slot, keys } of appends) this.#checkOwn(slot, keys);
    const missing = appends.map(({ slot, keys }) =>
      Math.max(0, this.#count(keys) - this.blocks(slot).length),
    );
    const needed = missing.reduce((sum, count) => sum + count, 0);
    if (needed > this.free) {
      throw gdaError(noFreeBlocks, { needed, free: this.free, blocks: this.#uses.length });
    }
    const free = this.#free.values();
    return appends.map(({ slot }, i) => {
      const blocks = [...this.blocks(slot)];
      for (let left = missing[i] ?? 0; left > 0; left--) {
        const { value } = free.next();
        if (value !== undefined) blocks.push(value);
      }
      return blocks;
    });
  }

  /** Appends what was planned. */
  commit(slot: number, keys: number, blocks: readonly number[]): void {
    const { length } = this.#slot(slot);
    this.#hold(slot, { length: keys, blocks });
    for (let i = Math.floor(length / this.#block); i < this.#count(keys); i++) {
      const block = blocks[i];
      if (block !== undefined) this.#filled[block] = this.#inBlock(keys, i);
    }
  }

  /** Gives back the blocks of one slot, or of all. Throws GDA7404 for a slot that is not there. */
  reset(slot?: number): void {
    const slots = slot === undefined ? this.#slots.keys() : [slot];
    for (const each of slots) this.#hold(each, { length: 0, blocks: [] });
  }

  /** See `Cache.assign`. Throws GDA7404, GDA7412. */
  assign(slot: number, blocks: readonly number[], length: number): void {
    this.#slot(slot);
    if (!Number.isSafeInteger(length) || length < 0 || length > this.#capacity) {
      const problem = `Slot ${slot} cannot have a length of ${length} tokens`;
      throw wrong(problem, `It is a whole number from 0 to the capacity of ${this.#capacity}.`);
    }
    const [least, most] = [this.#count(length), this.#count(this.#capacity)];
    if (blocks.length < least || blocks.length > most) {
      throw wrong(
        `Slot ${slot} is assigned [${blocks.join(", ")}] for ${length} tokens`,
        `Blocks have ${this.#block} tokens: it takes at least ${least} and, with its capacity, at most ${most}.`,
      );
    }
    if (new Set(blocks).size !== blocks.length) {
      throw wrong(`Slot ${slot} is assigned a block twice`, "Each holds other tokens.");
    }
    blocks.forEach((block, i) => {
      this.#checkBlock(slot, block, this.#inBlock(length, i));
    });
    this.#hold(slot, { length, blocks: [...blocks] });
  }

  #checkBlock(slot: number, block: number, tokens: number): void {
    const filled = this.#filled[block];
    if (filled === undefined) {
      const advice = `The cache has blocks 0 to ${this.#uses.length - 1}.`;
      throw wrong(`Slot ${slot} is assigned block ${block}, which is not there`, advice);
    }
    if (tokens > filled) {
      throw wrong(
        `Slot ${slot} is assigned block ${block}, of which ${tokens} tokens count and ${filled} were written`,
        "Assign a smaller length, and call `prefill` for the tokens beyond it.",
      );
    }
    const writer = this.#slots.findIndex(
      (other, i) =>
        i !== slot && other.blocks.indexOf(block) >= Math.floor(other.length / this.#block),
    );
    if (writer >= 0) {
      throw wrong(
        `Slot ${slot} is assigned block ${block}, to which slot ${writer} still appends`,
        "Share blocks that are full, and call `prefill` for the tokens after them.",
      );
    }
  }

  /** Tokens may go only into blocks that no other slot has. */
  #checkOwn(slot: number, keys: number): void {
    const { length, blocks } = this.#slot(slot);
    const first = Math.floor(length / this.#block);
    const shared = blocks
      .slice(first, this.#count(keys))
      .find((block) => (this.#uses[block] ?? 0) > 1);
    if (shared === undefined) return;
    throw gdaError(sharedBlock, { slot, length, block: shared, whole: first * this.#block });
  }

  #hold(slot: number, next: Slot): void {
    const { blocks } = this.#slot(slot);
    for (const block of next.blocks) {
      this.#uses[block] = (this.#uses[block] ?? 0) + 1;
      this.#free.delete(block);
    }
    for (const block of blocks) {
      const left = (this.#uses[block] ?? 0) - 1;
      this.#uses[block] = left;
      if (left === 0) this.#free.add(block);
    }
    this.#slots[slot] = next;
  }

  #slot(slot: number): Slot {
    const found = this.#slots[slot];
    if (found !== undefined) return found;
    const advice = `It has slots 0 to ${this.#slots.length - 1}.`;
    throw gdaError(wrongBatch, { problem: `The cache has no slot ${slot}`, advice });
  }

  /** Blocks that hold so many tokens. */
  #count(tokens: number): number {
    return Math.ceil(tokens / this.#block);
  }

  /** How many of a sequence's tokens lie in its block i. */
  #inBlock(length: number, i: number): number {
    return Math.min(Math.max(length - i * this.#block, 0), this.#block);
  }
}

function wrong(problem: string, advice: string): GdaError {
  return gdaError(wrongBlocks, { problem, advice });
}
