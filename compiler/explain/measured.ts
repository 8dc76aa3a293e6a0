import type { TunedEntry } from "../tune/entry.js";

/** What tuning measured of one operation, at the lengths and the part of it that were timed. */
export interface Measured {
  readonly ms: number;
  readonly predictedMs: number;
  /** What the cost model would have taken, where that is another. */
  readonly pickMs?: number;
}

export function measuredBy(entries: readonly TunedEntry[]): ReadonlyMap<string, Measured> {
  return new Map(
    entries.flatMap(({ key, schedule, outcomes }): readonly (readonly [string, Measured])[] => {
      const text = JSON.stringify(schedule);
      const best = outcomes.find((outcome) => JSON.stringify(outcome.schedule) === text);
      if (best?.ms === undefined) return [];
      const [pick] = outcomes;
      const pickMs = pick === best ? undefined : pick?.ms;
      const { ms, predictedMs } = best;
      return [[key, { ms, predictedMs, ...(pickMs === undefined ? {} : { pickMs }) }]];
    }),
  );
}
