/** What one lane does in one round of a loop, or what a whole team does to a tensor. */
export interface Counts {
  /** Additions and multiplications of f32 values; a product that is added to counts twice. */
  readonly flops: number;
  /** The same in instructions: a product that is added to is one. */
  readonly arithmetic: number;
  /** exp2, tanh, division and their like, in values. */
  readonly special: number;
  /** Arithmetic on u32 and bool, in values. */
  readonly integer: number;
  /** Values that one lane got from another one of its subgroup. */
  readonly handed: number;
  /** Loads from storage, and the 32-bit words that they read. */
  readonly loads: number;
  readonly loadWords: number;
  readonly stores: number;
  readonly storeWords: number;
  /** Words read and written in workgroup memory. */
  readonly tileWords: number;
  /** Words read and written in private arrays, which live in memory. */
  readonly arrayWords: number;
  readonly barriers: number;
}

export const nothing: Counts = {
  flops: 0,
  arithmetic: 0,
  special: 0,
  integer: 0,
  handed: 0,
  loads: 0,
  loadWords: 0,
  stores: 0,
  storeWords: 0,
  tileWords: 0,
  arrayWords: 0,
  barriers: 0,
};

/** `counts` and `times` × `more`. */
export function plus(counts: Counts, more: Counts, times = 1): Counts {
  return {
    flops: counts.flops + times * more.flops,
    arithmetic: counts.arithmetic + times * more.arithmetic,
    special: counts.special + times * more.special,
    integer: counts.integer + times * more.integer,
    handed: counts.handed + times * more.handed,
    loads: counts.loads + times * more.loads,
    loadWords: counts.loadWords + times * more.loadWords,
    stores: counts.stores + times * more.stores,
    storeWords: counts.storeWords + times * more.storeWords,
    tileWords: counts.tileWords + times * more.tileWords,
    arrayWords: counts.arrayWords + times * more.arrayWords,
    barriers: counts.barriers + times * more.barriers,
  };
}

/** Bytes of one tensor that a team moves in one round, lanes that read the same counted once. */
export interface Traffic {
  readonly tensor: string;
  readonly way: "read" | "write";
  readonly bytes: number;
}
