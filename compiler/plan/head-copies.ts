import { type QueryHead, queryHeads } from "./heads.js";
import type { LayerPlan } from "./plan.js";

/**
 * Which head of a layer each head of the grown layer copies, in memory order. Such copies keep what
 * the heads compute: a copy of a signal head subtracts a copy of that head's noise head and reads a
 * copy of its KV pair, and each head of the source is there at least once (gda-math.md, section 7).
 */
export interface HeadCopies {
  readonly query: readonly number[];
  readonly signal: readonly number[];
  readonly noise: readonly number[];
  readonly pairs: readonly number[];
}

export type HeadGrowth =
  | { readonly copies: HeadCopies }
  /** Why there are none: what the growth does, as the end of a sentence. */
  | { readonly problem: string };

/**
 * Finds the copies. Copies of a group stand side by side, and in a group copies of a noise head. The
 * signal heads of one noise head, or without noise heads those of one KV pair, are tiled: all of
 * them, then all of them again.
 */
export function headCopies(source: LayerPlan, grown: LayerPlan): HeadGrowth {
  const groups = matchedGroups(source, grown);
  if (!groups) return { problem: "takes heads away or divides them" };
  const noise = groups.flatMap(({ from, to }) => spread(from.noise, to.noise));
  const pairs = pairCopies(groups);
  if (!pairs) return { problem: "lets heads share a KV pair that do not share one now" };

  const served = new Map<string, QueryHead[]>();
  for (const head of groups.flatMap(({ from, first }) => (first ? from.signal : []))) {
    add(served, cell(head.noise, head.group, head.kvPair), head);
  }
  const serving = new Map<string, QueryHead[]>();
  for (const { from, to } of groups) {
    for (const head of to.signal) {
      const subtracts = head.noise === undefined ? undefined : noise[head.noise]?.index;
      add(serving, cell(subtracts, from.index, pairs.get(head.kvPair)), head);
    }
  }
  const signal: QueryHead[] = [];
  for (const [key, heads] of served) {
    const copies = serving.get(key) ?? [];
    if (copies.length < heads.length) return { problem: "moves signal heads to other noise heads" };
    heads.forEach((head, i) => {
      for (let at = i; at < copies.length; at += heads.length) {
        signal[copies[at]?.index ?? 0] = head;
      }
    });
  }
  return {
    copies: {
      query: queryHeads(grown).map(
        ({ role, index }) => (role === "signal" ? signal : noise)[index]?.query ?? 0,
      ),
      signal: signal.map(({ index }) => index),
      noise: noise.map(({ index }) => index),
      pairs: Array.from({ length: grown.kvPairs.value }, (_, pair) => pairs.get(pair) ?? 0),
    },
  };
}

/** A group of the grown layer with the one that it copies; `first` of these copies, or a later one. */
interface Matched {
  readonly from: Group;
  readonly to: Group;
  readonly first: boolean;
}

interface Group {
  readonly index: number;
  readonly signal: readonly QueryHead[];
  readonly noise: readonly QueryHead[];
}

/** Classes go by their names: a layer may be without one that others have. */
function matchedGroups(source: LayerPlan, grown: LayerPlan): readonly Matched[] | undefined {
  const before = groupsByClass(source);
  const after = groupsByClass(grown);
  const matched: Matched[] = [];
  for (const [name, groups] of after) {
    const own = before.get(name) ?? [];
    const copies = groups.length / own.length;
    if (!Number.isInteger(copies)) return undefined;
    groups.forEach((to, i) => {
      const from = own[Math.floor(i / copies)];
      if (from) matched.push({ from, to, first: i % copies === 0 });
    });
  }
  const divides = matched.some(
    ({ from, to }) =>
      !isMultiple(to.signal.length, from.signal.length) ||
      !isMultiple(to.noise.length, from.noise.length),
  );
  return divides || before.size !== after.size ? undefined : matched;
}

function isMultiple(grown: number, source: number): boolean {
  return source === 0 ? grown === 0 : grown > 0 && grown % source === 0;
}

function groupsByClass(layer: LayerPlan): ReadonlyMap<string | undefined, readonly Group[]> {
  const heads = queryHeads(layer);
  let [index, at] = [0, 0];
  return new Map(
    layer.classes.map(({ name, groups, signal, noise }) => [
      name,
      Array.from({ length: groups.value }, (): Group => {
        const [first, between] = [at, at + signal.value];
        at = between + noise.value;
        return {
          index: index++,
          signal: heads.slice(first, between),
          noise: heads.slice(between, at),
        };
      }),
    ]),
  );
}

/** Copies of each head side by side. */
function spread(from: readonly QueryHead[], to: readonly QueryHead[]): readonly QueryHead[] {
  return to.flatMap((_, i) => from[Math.floor((i * from.length) / to.length)] ?? []);
}

/**
 * The pair that each pair of the grown layer copies: a noise head, or without noise a signal head,
 * finds its pair by its place in its group. Nothing where two heads of one pair copy heads of two.
 */
function pairCopies(groups: readonly Matched[]): ReadonlyMap<number, number> | undefined {
  const pairs = new Map<number, number>();
  for (const { from, to } of groups) {
    const role = from.noise.length > 0 ? "noise" : "signal";
    const copied = spread(from[role], to[role]);
    for (const [i, { kvPair }] of to[role].entries()) {
      const pair = copied[i]?.kvPair ?? 0;
      if ((pairs.get(kvPair) ?? pair) !== pair) return undefined;
      pairs.set(kvPair, pair);
    }
  }
  return pairs;
}

/** The signal heads that may stand for each other. */
function cell(noise: number | undefined, group: number, pair: number | undefined): string {
  return noise === undefined ? `group ${group}, pair ${pair}` : `noise head ${noise}`;
}

function add(cells: Map<string, QueryHead[]>, key: string, head: QueryHead): void {
  const heads = cells.get(key);
  if (heads) heads.push(head);
  else cells.set(key, [head]);
}
