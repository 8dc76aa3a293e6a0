import type { Label } from "../../grammar/diagnostic.js";
import type { Fact } from "../plan/plan.js";
import { type Count, type Counts, factOf } from "./count.js";
import type { WrittenClass } from "./written.js";

/** A class whose counts are known; how KV pairs spread is a matter of the layer. */
export interface SettledClass {
  readonly written: WrittenClass | undefined;
  readonly groups: Fact<number>;
  readonly signal: Fact<number>;
  readonly noise: Fact<number>;
}

/** The class, once all three counts are known. */
export function settledClass(
  written: WrittenClass | undefined,
  counts: Counts,
): SettledClass | undefined {
  const fact = (count: Count): Fact<number> | undefined => {
    const known = counts.get(count);
    return known && factOf(count, known);
  };
  const [groups, signal, noise] = [fact("groups"), fact("signal"), fact("noise")];
  return groups && signal && noise && { written, groups, signal, noise };
}

/** "6 groups of 6 + 1". */
export function describeClass({ groups, signal, noise }: SettledClass): string {
  const { value } = groups;
  return `${value} ${value === 1 ? "group" : "groups"} of ${signal.value} + ${noise.value}`;
}

/** Where a class is written: its block, or the facts that settled it. */
export function placesOf(c: SettledClass): readonly Label[] {
  if (c.written) return [{ span: c.written.span, text: describeClass(c) }];
  const spans = new Set([c.groups, c.signal, c.noise].flatMap(({ from }) => from));
  return [...spans].map((span) => ({ span }));
}
