import type { CopyRewrite } from "./rewrite.js";

/** Columns that are copied: source columns `first` on go to target columns `at` on. */
export interface PlainColumns {
  readonly first: number;
  readonly count: number;
  readonly at: number;
  readonly factor: number;
}

/** Columns that get +N in one copy and −N in the other. */
export interface PairedColumns {
  readonly first: number;
  readonly count: number;
  /** Which pair of copies of these columns this is. */
  readonly pair: number;
  readonly factor: number;
  /** Where the copies go; one of a pair whose runs are cut unlike comes alone. */
  readonly plus: number | undefined;
  readonly minus: number | undefined;
}

/** Where the columns of a source go, the two of a pair together, so that N is drawn once. */
export function columnPlan({ columns, noise }: CopyRewrite): {
  readonly plain: readonly PlainColumns[];
  readonly paired: readonly PairedColumns[];
} {
  const plain: PlainColumns[] = [];
  const paired = new Map<string, PairedColumns>();
  let at = 0;
  for (const run of columns) {
    const { first, count, copy, factor, sign } = run;
    if (noise === undefined || sign === 0) plain.push({ first, count, at, factor });
    else {
      const pair = copy >> 1;
      const key = [first, count, pair, factor].join();
      const other = paired.get(key);
      paired.set(key, {
        first,
        count,
        pair,
        factor,
        plus: sign === 1 ? at : other?.plus,
        minus: sign === -1 ? at : other?.minus,
      });
    }
    at += count;
  }
  return { plain, paired: [...paired.values()] };
}
