import type { Count, Entry, Known } from "./count.js";
import { type Propagated, propagate, seed } from "./propagate.js";

/** One class as far as its facts go: propagation, then the two defaults of language.md, section 6. */
export function settle(entries: readonly Entry[]): Propagated {
  const seeded = seed(entries);
  if (seeded.conflict) return seeded;
  const written = propagate(seeded.counts);
  if (written.conflict) return written;
  const noise = written.counts.get("noise") ?? noiseLeftOut(written);
  const withNoise = propagate(new Map([...written.counts, ["noise", noise]]));
  if (withNoise.conflict) return withNoise;
  const { counts } = withNoise;
  const groups = counts.get("groups") ?? (noise.value === 0 && groupsWithoutNoise(withNoise));
  return groups ? propagate(new Map([...counts, ["groups", groups]])) : withNoise;
}

/** (2) 1 if a ratio, signal or noise count is written and the layer has noise heads, else 0. */
function noiseLeftOut({ counts }: Propagated): Known {
  const none = counts.get("noiseHeads");
  if (none?.value === 0) return none;
  const heads: readonly Count[] = ["ratio", "signalHeads", "noiseHeads", "signal"];
  const value = heads.some((count) => counts.has(count)) ? 1 : 0;
  return { value, by: [{ count: "noise", fact: { value, origin: "default", from: [] } }] };
}

/** (3) Without noise heads a group is the heads of one KV pair, and each head has its own if none are written. */
function groupsWithoutNoise({ counts }: Propagated): Known | undefined {
  return counts.get("kvPairs") ?? counts.get("heads");
}
