import type { Count, Counts, Entry } from "./count.js";

/** "40 heads", "1 noise head a group", "a ratio of 4:1". */
export function amount(count: Count, value: number): string {
  const many = (one: string): string => `${value} ${one}${value === 1 ? "" : "s"}`;
  switch (count) {
    case "heads":
      return many("head");
    case "signalHeads":
      return many("signal head");
    case "noiseHeads":
      return many("noise head");
    case "groups":
      return many("group");
    case "kvPairs":
      return many("KV pair");
    case "ratio":
      return `a ratio of ${value}:1`;
    case "shares":
      return many("share");
    case "signal":
      return `${many("signal head")} a group`;
    case "noise":
      return `${many("noise head")} a group`;
    case "size":
      return `${many("head")} a group`;
    case "kv":
      return `${many("KV pair")} a group`;
  }
}

/** What entries say together, with the verb: "8 groups of 3:1 have", "2 heads and 1 noise head make". */
export function claim(entries: readonly Entry[]): string {
  const valueOf = (count: Count): number | undefined =>
    entries.find((entry) => entry.count === count)?.fact.value;
  const shape = shapeOf(valueOf("ratio"), valueOf("signal"), valueOf("noise"));
  if (shape === undefined) return `${list(entries)} make`;
  const ofGroup: readonly Count[] = ["groups", "ratio", "signal", "noise"];
  const others = entries.filter(({ count }) => !ofGroup.includes(count));
  const groups = valueOf("groups");
  const grouped = `${groups === undefined ? "groups" : amount("groups", groups)} of ${shape}`;
  return others.length === 0
    ? `${grouped} ${groups === 1 ? "has" : "have"}`
    : `${list(others)} in ${grouped} make`;
}

/** "4 + 1", or how many heads a group has where no more is known. */
export function groupShape(counts: Counts): string {
  const [signal, noise] = [counts.get("signal"), counts.get("noise")];
  return signal && noise
    ? `${signal.value} + ${noise.value}`
    : String((counts.get("size") ?? signal ?? noise)?.value);
}

function shapeOf(ratio?: number, signal?: number, noise?: number): string | undefined {
  if (signal !== undefined && noise !== undefined) return `${signal} + ${noise}`;
  if (ratio !== undefined) {
    return `${ratio}:1`;
  }
  if (signal !== undefined) return `${signal} signal ${signal === 1 ? "head" : "heads"}`;
  return noise === undefined ? undefined : `${noise} noise ${noise === 1 ? "head" : "heads"}`;
}

function list(entries: readonly Entry[]): string {
  return entries.map(({ count, fact }) => amount(count, fact.value)).join(" and ");
}
