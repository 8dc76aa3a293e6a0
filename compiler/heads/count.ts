import type { Fact } from "../plan/plan.js";

/**
 * What is counted: totals of a layer (H, S, N, G, P), counts of one group (s, z, and the KV pairs
 * `kv`), and the g of a ratio g:1. `size` is s + z and `shares` is g + 1; neither is ever written.
 */
export type Count =
  | "heads"
  | "signalHeads"
  | "noiseHeads"
  | "groups"
  | "kvPairs"
  | "ratio"
  | "shares"
  | "signal"
  | "noise"
  | "size"
  | "kv";

/** A fact that takes part: one that is written, or a default, which has no place. */
export interface Entry {
  readonly count: Count;
  readonly fact: Fact<number>;
}

/** A count that is settled, by the entries that settled it. */
export interface Known {
  readonly value: number;
  readonly by: readonly Entry[];
}

export type Counts = ReadonlyMap<Count, Known>;

/** Noise heads may be absent; of everything else there is at least one. */
export function least(count: Count): number {
  return count === "noise" || count === "noiseHeads" ? 0 : 1;
}

/** All entries behind some counts, each once. */
export function union(...counts: readonly Known[]): readonly Entry[] {
  return [...new Set(counts.flatMap(({ by }) => by))];
}

/** The fact as it was written where it was; else one derived from all that took part. */
export function factOf(count: Count, { value, by }: Known): Fact<number> {
  const [only, ...others] = by;
  if (only?.count === count && others.length === 0) return only.fact;
  return { value, origin: "derived", from: by.flatMap(({ fact }) => fact.from) };
}
