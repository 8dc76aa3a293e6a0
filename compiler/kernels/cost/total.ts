import type { Size } from "../../../runtime/manifest.js";
import { evaluate, type Symbols } from "../../../runtime/size.js";
import type { Nest } from "./count.js";
import { nothing, plus, type Counts, type Traffic } from "./counts.js";

/** What one invocation does in all, and what its team moves. */
export interface Total {
  readonly counts: Counts;
  readonly traffic: readonly Traffic[];
}

/** Adds up a nest for the values of its symbols. */
export function total(nest: Nest, symbols: Symbols): Total {
  const rounds = evaluate(nest.rounds, symbols);
  const inner = nest.inner.map((each) => total(each, symbols));
  const once = inner.reduce((sum, { counts }) => plus(sum, counts), nest.counts);
  const traffic = [...nest.traffic, ...inner.flatMap((each) => each.traffic)];
  return {
    counts: plus(nothing, once, rounds),
    traffic: merged(traffic).map((each) => ({ ...each, bytes: rounds * each.bytes })),
  };
}

/** One entry for each tensor and way. */
function merged(traffic: readonly Traffic[]): readonly Traffic[] {
  const sums = new Map<string, Traffic>();
  for (const each of traffic) {
    const key = `${each.way} ${each.tensor}`;
    const known = sums.get(key);
    sums.set(key, { ...each, bytes: each.bytes + (known?.bytes ?? 0) });
  }
  return [...sums.values()];
}

/** What the text of a kernel holds, however often it runs: what a driver has to compile. */
export function written(nest: Nest): Counts {
  return nest.inner.reduce((sum, each) => plus(sum, written(each)), nest.counts);
}

/** Workgroups of a grid. */
export function workgroups(grid: readonly Size[], symbols: Symbols): number {
  return grid.reduce<number>((product, size) => product * evaluate(size, symbols), 1);
}
