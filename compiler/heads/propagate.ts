import { type Count, type Counts, type Entry, type Known, least, union } from "./count.js";

export interface Counted {
  readonly count: Count;
  readonly value: number;
}

/** Entries that cannot all hold, and how that came out. */
export type Conflict = Clash | Room | Remainder | Serving;

/** They give one count two values, or one that there cannot be. */
interface Clash {
  readonly kind: "clash";
  readonly by: readonly Entry[];
}

/** A part leaves too little of the whole. */
export interface Room {
  readonly kind: "room";
  readonly whole: Counted;
  readonly part: Counted;
  readonly by: readonly Entry[];
}

/** A total does not divide by what is known of its factors. */
export interface Remainder {
  readonly kind: "remainder";
  readonly total: Counted;
  readonly divisor: Counted;
  readonly by: readonly Entry[];
}

/** A noise head would serve a part of a signal head. */
export interface Serving {
  readonly kind: "serving";
  readonly signal: Counted;
  readonly noise: Counted;
  readonly by: readonly Entry[];
}

export interface Propagated {
  readonly counts: Counts;
  readonly conflict: Conflict | undefined;
}

interface Relation {
  readonly whole: Count;
  readonly of: "sum" | "product";
  readonly parts: readonly [Count, Count];
}

/** H = S + N, S = G·s, N = G·z and s = g·z, with what follows from them (language.md, section 6). */
const relations: readonly Relation[] = [
  { whole: "heads", of: "sum", parts: ["signalHeads", "noiseHeads"] },
  { whole: "size", of: "sum", parts: ["signal", "noise"] },
  { whole: "signalHeads", of: "product", parts: ["ratio", "noiseHeads"] },
  { whole: "heads", of: "product", parts: ["shares", "noiseHeads"] },
  { whole: "signal", of: "product", parts: ["ratio", "noise"] },
  { whole: "size", of: "product", parts: ["shares", "noise"] },
  { whole: "signalHeads", of: "product", parts: ["groups", "signal"] },
  { whole: "noiseHeads", of: "product", parts: ["groups", "noise"] },
  { whole: "heads", of: "product", parts: ["groups", "size"] },
  { whole: "kvPairs", of: "product", parts: ["kv", "groups"] },
];

/** Factors that are used where they are written, and never concluded. */
const givenOnly: ReadonlySet<Count> = new Set(["ratio", "shares", "kv"]);

/** The counts that entries state, or the first that two of them state differently. */
export function seed(entries: readonly Entry[]): Propagated {
  const counts = new Map<Count, Known>();
  for (const entry of entries) {
    const known = { value: entry.fact.value, by: [entry] };
    const earlier = counts.get(entry.count);
    if (earlier && earlier.value !== known.value) {
      return { counts, conflict: { kind: "clash", by: union(earlier, known) } };
    }
    if (!earlier) counts.set(entry.count, known);
    if (entry.count === "ratio") counts.set("shares", { ...known, value: known.value + 1 });
  }
  return { counts, conflict: undefined };
}

/**
 * All that follows from some counts. There is no search: each relation gives its third count once
 * two are known. Of several conflicts the one with the fewest entries is told, since the others
 * mostly follow from it.
 */
export function propagate(start: Counts): Propagated {
  const counts = new Map(start);
  for (;;) {
    const found = relations.map((relation) => conclude(relation, counts));
    const conflicts = [...found, ...unserved(counts)].filter((f) => f !== undefined && "kind" in f);
    const [first] = conflicts.toSorted((a, b) => a.by.length - b.by.length);
    if (first) return { counts, conflict: first };
    const steps = found.filter((f) => f !== undefined && "known" in f);
    if (steps.length === 0) return { counts, conflict: undefined };
    for (const { count, known } of steps.toSorted(
      (a, b) => a.known.by.length - b.known.by.length,
    )) {
      if (!counts.has(count)) counts.set(count, known);
    }
  }
}

type Conclusion = { readonly count: Count; readonly known: Known } | Conflict | undefined;

function conclude({ whole, of, parts }: Relation, counts: Counts): Conclusion {
  const [total, first, second] = [whole, ...parts].map((count) => counts.get(count));
  if (first && second) {
    const value = of === "sum" ? first.value + second.value : first.value * second.value;
    if (total?.value === value) return undefined;
    if (total) return { kind: "clash", by: union(total, first, second) };
    return concluded(whole, value, union(first, second));
  }
  if (!total) {
    // No noise head in a group is none in the layer. (Only a layer with noise heads has a ratio.)
    const none = whole === "noiseHeads" && second?.value === 0 ? second : undefined;
    return none && { count: whole, known: none };
  }
  const [known, from, wanted] = first ? [first, parts[0], parts[1]] : [second, parts[1], parts[0]];
  if (!known || givenOnly.has(wanted)) return undefined;
  const by = union(total, known);
  const told = {
    total: { count: whole, value: total.value },
    part: { count: from, value: known.value },
  };
  if (of === "sum") {
    const value = total.value - known.value;
    return value < least(wanted)
      ? { kind: "room", whole: told.total, part: told.part, by }
      : { count: wanted, known: { value, by } };
  }
  if (known.value === 0) return total.value === 0 ? undefined : { kind: "clash", by };
  const value = total.value / known.value;
  if (!Number.isInteger(value)) {
    return { kind: "remainder", total: told.total, divisor: told.part, by };
  }
  return concluded(wanted, value, by);
}

function concluded(count: Count, value: number, by: readonly Entry[]): Conclusion {
  return value < least(count) ? { kind: "clash", by } : { count, known: { value, by } };
}

/** Signal heads, of a layer or of a group, that its noise heads do not share evenly. */
function unserved(counts: Counts): readonly Conflict[] {
  const pairs: readonly (readonly [Count, Count])[] = [
    ["signalHeads", "noiseHeads"],
    ["signal", "noise"],
  ];
  return pairs.flatMap(([signal, noise]) => {
    const [served, serving] = [counts.get(signal), counts.get(noise)];
    if (!served || !serving || serving.value === 0 || served.value % serving.value === 0) return [];
    return {
      kind: "serving",
      signal: { count: signal, value: served.value },
      noise: { count: noise, value: serving.value },
      by: union(served, serving),
    };
  });
}
