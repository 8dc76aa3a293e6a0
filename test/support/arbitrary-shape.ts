import fc from "fast-check";

/** One call: the tokens that each sequence brings, 0 where it rests. */
export type CallRows = readonly number[];

/** A batch of sequences on its way through a cache. */
export interface Shape {
  readonly calls: readonly CallRows[];
  /** Of each sequence, for a prefix mask; cut to what its first call brings. */
  readonly prefixes: readonly number[];
  /** Tokens that the cache has room for beyond the longest sequence. */
  readonly spare: number;
  /** Slots that no sequence takes. */
  readonly idle: number;
  /** Tokens of a block, if the cache is paged, and blocks that nobody needs. */
  readonly paged: { readonly block: number; readonly spare: number } | undefined;
  /** Whether other sequences were in the cache before. */
  readonly used: boolean;
  /** Of the input, the order of slots and blocks, and the rows that are compared. */
  readonly seed: number;
}

/** Mostly a few, now and then up to 200. */
const rows = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 10, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 41, max: 200 }) },
);

const call = (sequences: number): fc.Arbitrary<CallRows> => {
  const each = (count: fc.Arbitrary<number>): fc.Arbitrary<CallRows> =>
    fc.array(count, { minLength: sequences, maxLength: sequences });
  return fc
    .oneof(
      each(rows),
      // Decode, of all sequences or of some.
      each(fc.constant(1)),
      each(fc.integer({ min: 0, max: 1 })),
    )
    .filter((counts) => counts.some((count) => count > 0));
};

export const arbitraryShape: fc.Arbitrary<Shape> = fc
  .integer({ min: 1, max: 5 })
  .chain((sequences) =>
    fc.record({
      calls: fc.array(call(sequences), { minLength: 1, maxLength: 4 }),
      prefixes: fc.array(fc.nat(30), { minLength: sequences, maxLength: sequences }),
      spare: fc.oneof(fc.constant(0), fc.nat(300)),
      idle: fc.nat(2),
      paged: fc.option(fc.record({ block: fc.constantFrom(8, 16, 32, 64), spare: fc.nat(5) }), {
        nil: undefined,
      }),
      used: fc.boolean(),
      seed: fc.nat(),
    }),
  );
