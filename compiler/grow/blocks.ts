import type { RowOrder } from "../checkpoint/row-order.js";
import type { ColumnRun, Run } from "./rewrite.js";

/** An axis as blocks of equal size: for each block of the target, the block of the source. */
export interface Blocks {
  readonly size: number;
  readonly sources: readonly number[];
}

export function lengthOf({ size, sources }: Blocks): number {
  return size * sources.length;
}

/** The same in the orders in which source and target store their rows. */
export function inStoredOrder(
  blocks: Blocks,
  source: RowOrder | undefined,
  target: RowOrder | undefined,
): Blocks {
  const size = source?.rows ?? target?.rows;
  if (size === undefined) return blocks;
  const { sources } = divided(blocks, size);
  const stored = sources.map((block) => source?.heads[block] ?? block);
  if (!target) return { size, sources: stored };
  const placed: number[] = [];
  target.heads.forEach((place, block) => (placed[place] = stored[block] ?? 0));
  return { size, sources: placed };
}

/** Smaller blocks. */
function divided({ size, sources }: Blocks, part: number): Blocks {
  const parts = size / part;
  return {
    size: part,
    sources: sources.flatMap((block) => Array.from({ length: parts }, (_, i) => block * parts + i)),
  };
}

/** Blocks that lie together in source and target are one run. */
export function runs({ size, sources }: Blocks): readonly Run[] {
  return stretches(sources, (before, block) => block === before + 1).map(
    ([first = 0, ...more]) => ({
      first: first * size,
      count: (1 + more.length) * size,
    }),
  );
}

/** How the copies of an input share what comes out of it. */
export interface Sharing {
  /** Multiplies every column. */
  readonly factor: number;
  /** Whether the columns are fed by copies, among which the weight is divided. */
  readonly divided: boolean;
}

/** The columns of a matrix, or the one column of a vector, with what each is multiplied by. */
export function columnRuns(
  { size, sources }: Blocks,
  { factor, divided: shared }: Sharing,
): readonly ColumnRun[] {
  const copies = new Map<number, number>();
  for (const block of sources) copies.set(block, (copies.get(block) ?? 0) + 1);
  const seen = new Map<number, number>();
  const numbered = sources.map((block) => {
    const copy = seen.get(block) ?? 0;
    seen.set(block, copy + 1);
    return { block, copy, of: copies.get(block) ?? 1 };
  });
  return stretches(
    numbered,
    (before, { block, copy, of }) =>
      block === before.block + 1 && copy === before.copy && of === before.of,
  ).flatMap((blocks) => {
    const [first] = blocks;
    if (!first) return [];
    const { block, copy, of } = first;
    const lone = copy % 2 === 0 && copy === of - 1;
    return {
      first: block * size,
      count: blocks.length * size,
      copy,
      factor: shared ? factor / of : factor,
      sign: !shared || lone ? 0 : copy % 2 === 0 ? 1 : -1,
    } as const;
  });
}

/** Items that follow each other, as long as each belongs to the one before. */
function stretches<T>(
  items: readonly T[],
  follows: (before: T, item: T) => boolean,
): readonly (readonly T[])[] {
  const found: T[][] = [];
  for (const item of items) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last && before !== undefined && follows(before, item)) last.push(item);
    else found.push([item]);
  }
  return found;
}
