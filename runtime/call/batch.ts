import { cacheFull, wrongBatch } from "../codes.js";
import { gdaError, type GdaError } from "../error.js";

/** Which tokens a call brings. Sequences lie one after the other in the rows of x and y. */
export interface Batch {
  /** Tokens of each sequence; left out, all of them belong to the only slot of the cache. */
  readonly rows?: readonly number[];
  /** The cache slot of each sequence; left out, slots 0, 1, 2, …. */
  readonly slots?: readonly number[];
  /**
   * For the mask `prefix`, when a sequence begins: how many of its first tokens every token sees.
   * They must all be in this call.
   */
  readonly prefix?: readonly number[];
}

/** One sequence's tokens in a call. */
export interface Sequence {
  readonly slot: number;
  readonly rows: number;
  /** Of the first of these tokens: how many are cached. */
  readonly position: number;
  /** In the cache once this call is appended. */
  readonly keys: number;
  readonly prefix: number;
}

/** What a batch is checked against. */
export interface BatchContext {
  /** Cached tokens of each slot. */
  readonly lengths: readonly number[];
  readonly capacity: number;
  readonly masksPrefix: boolean;
  /** Rows of x; `undefined` where x is a buffer of any size. */
  readonly inputRows: number | undefined;
}

/** Puts a batch and a cache together. Throws GDA7404 and GDA7405 before anything is written. */
export function sequencesOf(batch: Batch, context: BatchContext): readonly Sequence[] {
  const { lengths, capacity, inputRows } = context;
  const rows = rowsOf(batch, context);
  const slots = batch.slots ?? rows.map((_, i) => i);
  const prefixes = prefixesOf(batch, rows, context.masksPrefix);
  if (slots.length !== rows.length) {
    throw wrong(
      `\`slots\` names ${slots.length} slots, and \`rows\` ${rows.length} sequences`,
      "Give one slot for each sequence.",
    );
  }
  if (new Set(slots).size !== slots.length) {
    throw wrong("`slots` names a slot twice", "A call can go on with each sequence only once.");
  }
  const total = rows.reduce((sum, count) => sum + count, 0);
  if (inputRows !== undefined && total !== inputRows) {
    throw wrong(`\`rows\` are ${total} tokens, and x has ${inputRows}`, "They must be as many.");
  }
  return rows.map((count, i) => {
    const slot = slots[i] ?? 0;
    const position = lengths[slot];
    if (position === undefined) {
      const advice = `It has slots 0 to ${lengths.length - 1}; make one for more sequences.`;
      throw wrong(`The cache has no slot ${slot}`, advice);
    }
    if (position + count > capacity) {
      throw gdaError(cacheFull, { slot, cached: position, rows: count, capacity });
    }
    const keys = position + count;
    const prefix = prefixes?.[i] ?? 0;
    checkPrefix(prefix, position, keys, context.masksPrefix && prefixes === undefined);
    return { slot, rows: count, position, keys, prefix };
  });
}

function rowsOf({ rows }: Batch, { lengths, inputRows }: BatchContext): readonly number[] {
  if (rows === undefined && (lengths.length > 1 || inputRows === undefined)) {
    const why = inputRows === undefined ? "x is a buffer" : `the cache has ${lengths.length} slots`;
    throw wrong(
      `\`rows\` is missing, and ${why}`,
      "Pass `rows`, the number of tokens of each sequence, such as `{ rows: [12, 7] }`.",
    );
  }
  const counts = rows ?? [inputRows ?? 0];
  if (counts.length === 0 || !counts.every((count) => Number.isSafeInteger(count) && count > 0)) {
    throw wrong(
      `The sequences of this call have [${counts.join(", ")}] tokens`,
      "Each has at least one; leave out those that rest, by `slots`.",
    );
  }
  return counts;
}

function prefixesOf(
  { prefix }: Batch,
  rows: readonly number[],
  masksPrefix: boolean,
): readonly number[] | undefined {
  if (prefix === undefined) return undefined;
  if (!masksPrefix) {
    throw wrong("`prefix` is given, and the mask of this layer is not `prefix`", "Leave it out.");
  }
  if (prefix.length !== rows.length) {
    throw wrong(
      `\`prefix\` has ${prefix.length} lengths for ${rows.length} sequences`,
      "Give one for each, 0 for none.",
    );
  }
  return prefix;
}

function checkPrefix(prefix: number, position: number, keys: number, missing: boolean): void {
  if (position === 0 && missing) {
    throw wrong(
      "A sequence begins, and `prefix` is missing",
      "Pass the length of each sequence's prefix, 0 for none, such as `{ prefix: [5] }`.",
    );
  }
  if (!Number.isSafeInteger(prefix) || prefix < 0 || prefix > keys) {
    throw wrong(
      `A prefix of ${prefix} tokens does not fit the ${keys} tokens of its sequence`,
      "The whole prefix must be in the call that begins the sequence.",
    );
  }
  if (prefix > 0 && position > 0) {
    throw wrong(
      `A sequence of ${position} tokens goes on, and a prefix of ${prefix} is given`,
      "Only the call that begins a sequence has a prefix; leave it out or pass 0.",
    );
  }
}

function wrong(problem: string, advice: string): GdaError {
  return gdaError(wrongBatch, { problem, advice });
}
