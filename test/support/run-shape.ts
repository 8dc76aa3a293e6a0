import { queryHeads } from "../../compiler/plan/heads.js";
import type { Dtype, LayerPlan } from "../../compiler/plan/plan.js";
import { type Evaluation, evaluate } from "../../compiler/reference/evaluate.js";
import type { Weights } from "../../compiler/reference/weights.js";
import type { Cache, Layer } from "../../runtime/index.js";
import type { Shape } from "./arbitrary-shape.js";
import { randomInput, randomNumbers } from "./random.js";
import { relativeError } from "./relative.js";

/** A class's kernels on a device, and what they compute. */
export interface OpenClass {
  readonly plan: LayerPlan;
  readonly hidden: number;
  readonly weights: Weights;
  readonly cache: Dtype["cache"];
  readonly layer: Layer;
}

/** Rows of each sequence that are compared beside the first and the last of every call. */
const sampled = 3;

/** What a batch came to, of the rows that are compared. */
export interface ShapeResult {
  /** ‖found − expected‖ / ‖expected‖. */
  readonly error: number;
  /**
   * How much smaller than what it subtracts from a head became, at most: a norm magnifies roundings by
   * as much.
   */
  readonly magnified: number;
}

/** Takes a batch through its calls. */
export async function runShape(open: OpenClass, shape: Shape): Promise<ShapeResult> {
  const { layer, hidden } = open;
  const sequences = sequencesOf(open, shape);
  const cache = cacheFor(layer, shape, sequences);
  if (shape.used) await soil(open, cache, shape, sequences);
  assignBlocks(cache, shape, sequences);
  for (const counts of shape.calls) {
    const present = sequences.filter((_, i) => (counts[i] ?? 0) > 0);
    const rows = counts.filter((count) => count > 0);
    const x = present.map(({ x: all, done }, i) =>
      all.subarray(done * hidden, (done + (rows[i] ?? 0)) * hidden),
    );
    const prefix = present.map(({ prefix: own, done }) => (done === 0 ? own : 0));
    const y = await layer.prefill(Float32Array.from(x.flatMap((part) => [...part])), cache, {
      rows,
      slots: present.map(({ slot }) => slot),
      ...(open.plan.mask.value.kind === "prefix" ? { prefix } : {}),
    });
    let from = 0;
    present.forEach((sequence, i) => {
      const count = rows[i] ?? 0;
      sequence.y.set(y.subarray(from * hidden, (from + count) * hidden), sequence.done * hidden);
      from += count;
      sequence.done += count;
      sequence.ends.push(sequence.done);
    });
  }
  cache.destroy();
  const pairs = sequences.flatMap((sequence) => compared(open, shape, sequence));
  const error = relativeError(
    Float64Array.from(pairs.flatMap(({ found }) => [...found])),
    Float64Array.from(pairs.flatMap(({ expected }) => [...expected.y])),
  );
  const magnified = Math.max(...pairs.map(({ expected }) => magnification(open.plan, expected)));
  return { error, magnified };
}

function magnification(plan: LayerPlan, { attended, core }: Evaluation): number {
  if (plan.headNorm === undefined) return 1;
  const size = plan.valueDim.value;
  const length = (of: Float64Array, head: number): number =>
    Math.hypot(...of.subarray(head * size, (head + 1) * size));
  const heads = queryHeads(plan);
  const signals = heads.filter(({ role }) => role === "signal");
  const rows = core.length / (size * signals.length);
  const each = Array.from({ length: rows }, (_, row) =>
    signals.map(
      ({ query }, i) =>
        length(attended, row * heads.length + query) / length(core, row * signals.length + i),
    ),
  );
  return Math.max(...each.flat());
}

interface Sequence {
  readonly slot: number;
  readonly length: number;
  readonly prefix: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  done: number;
  /** How long it was after each of its calls. */
  readonly ends: number[];
}

function sequencesOf({ hidden }: OpenClass, shape: Shape): readonly Sequence[] {
  const { calls, prefixes, idle, seed } = shape;
  const slots = shuffled(seed, "slots", prefixes.length + idle);
  return prefixes.map((prefix, i) => {
    const counts = calls.map((counts) => counts[i] ?? 0);
    const length = counts.reduce((sum, count) => sum + count, 0);
    const first = counts.find((count) => count > 0) ?? 0;
    const x = randomInput(seed + i, length, hidden);
    const y = new Float32Array(length * hidden);
    return {
      slot: slots[i] ?? 0,
      length,
      prefix: Math.min(prefix, first),
      x,
      y,
      done: 0,
      ends: [],
    };
  });
}

const capacityOf = (shape: Shape, sequences: readonly Sequence[]): number =>
  Math.max(...sequences.map(({ length }) => length)) + shape.spare;

const blocksOf = (block: number, sequences: readonly Sequence[]): number =>
  sequences.reduce((sum, { length }) => sum + Math.ceil(length / block), 0);

function cacheFor(layer: Layer, shape: Shape, sequences: readonly Sequence[]): Cache {
  const { paged, idle } = shape;
  const size = { sequences: sequences.length + idle, capacity: capacityOf(shape, sequences) };
  if (paged === undefined) return layer.cache(size);
  const { block } = paged;
  const blocks = blocksOf(block, sequences) + paged.spare;
  return layer.cache({ ...size, paged: { block, blocks } });
}

/** Other tokens in the cache, of which nothing may be seen afterwards. */
async function soil(
  { layer, hidden, plan }: OpenClass,
  cache: Cache,
  { paged, seed }: Shape,
  sequences: readonly Sequence[],
): Promise<void> {
  const rows = paged ? cache.freeBlocks * paged.block : cache.capacity;
  const count = Math.min(rows, cache.capacity, 60);
  const slots = [sequences[0]?.slot ?? 0];
  const x = randomInput(seed + 99, count, hidden).map((value) => 3 * value);
  const prefix = plan.mask.value.kind === "prefix" ? { prefix: [0] } : {};
  await layer.prefill(x, cache, { rows: [count], slots, ...prefix });
  cache.reset();
}

/** Hands out blocks in no order, to about half of the sequences. */
function assignBlocks(cache: Cache, { paged, seed }: Shape, sequences: readonly Sequence[]): void {
  if (paged === undefined) return;
  const free = [...shuffled(seed, "blocks", blocksOf(paged.block, sequences) + paged.spare)];
  for (const { slot, length } of sequences) {
    if ((seed + slot) % 2 === 0) continue;
    cache.assign(slot, free.splice(0, Math.ceil(length / paged.block)), 0);
  }
}

/** What was found and what is expected, of sampled rows. A call's rows see what it brought. */
function compared(
  open: OpenClass,
  { seed }: Shape,
  { length, prefix, x, y, ends, slot }: Sequence,
): readonly { readonly found: Float32Array; readonly expected: Evaluation }[] {
  const { plan, hidden, weights, cache } = open;
  const draws = randomNumbers(seed, `rows${slot}`, sampled * ends.length);
  const sees = plan.mask.value.kind === "bidirectional" ? ends : [length];
  return sees.flatMap((keys, n) => {
    const begin = n === 0 ? 0 : (sees[n - 1] ?? 0);
    const edges = ends.flatMap((end, i) => [end - 1, i === 0 ? 0 : (ends[i - 1] ?? 0)]);
    const drawn = [...draws].map((draw) => Math.floor(Math.abs(draw) * 1e4) % length);
    const rows = [...new Set([...edges, ...drawn])].filter((row) => row >= begin && row < keys);
    if (rows.length === 0) return [];
    const seen = x.subarray(0, keys * hidden);
    const expected = evaluate(plan, hidden, weights, seen, { rows, prefix, cache });
    const found = rows.flatMap((row) => [...y.subarray(row * hidden, (row + 1) * hidden)]);
    return [{ found: Float32Array.from(found), expected }];
  });
}

function shuffled(seed: number, stream: string, count: number): readonly number[] {
  const keys = randomNumbers(seed, stream, count);
  return [...keys.keys()].toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
}
