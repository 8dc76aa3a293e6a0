import { deriveHeads } from "../../compiler/heads/derive.js";
import type { DerivedHeads, WrittenClass, WrittenHeads } from "../../compiler/heads/written.js";
import type { Fact } from "../../compiler/plan/plan.js";
import type { SourceSpan } from "../../grammar/span.js";

export type Totals = Partial<Record<keyof Omit<WrittenHeads, "classes">, number>>;
export type GroupFacts = Partial<Record<"count" | "signal" | "noise" | "ratio" | "kv", number>> & {
  readonly name?: string;
};

const attention: SourceSpan = { file: "heads.gda", start: 0, end: 9 };

/** Derives heads from plain numbers. Fact i in the order of the arguments lies at 10·(i + 1). */
export function derive(totals: Totals, ...groups: readonly GroupFacts[]): DerivedHeads {
  let place = 0;
  const span = (): SourceSpan => {
    place += 10;
    return { file: "heads.gda", start: place, end: place + 5 };
  };
  const facts = <K extends string>(values: Partial<Record<K, number>>, keys: readonly K[]) => {
    const written: Partial<Record<K, Fact<number>>> = {};
    for (const key of keys) {
      const value = values[key];
      if (value !== undefined) written[key] = { value, origin: "written", from: [span()] };
    }
    return written;
  };
  const ofLayer = facts(totals, [
    "heads",
    "signalHeads",
    "noiseHeads",
    "groups",
    "kvPairs",
    "ratio",
  ]);
  const classes = groups.map((group): WrittenClass => ({
    name: group.name,
    span: span(),
    ...facts(group, ["count", "signal", "noise", "ratio", "kv"]),
  }));
  return deriveHeads({ ...ofLayer, classes }, attention);
}

/** "8 × (4 + 1), 8 KV pairs", or the messages of the findings. */
export function show({ heads, findings }: DerivedHeads): string {
  if (!heads) return findings.map(({ code, message }) => `${code} ${message}`).join("\n");
  const classes = heads.classes.map(
    ({ groups, signal, noise }) => `${groups.value} × (${signal.value} + ${noise.value})`,
  );
  return `${classes.join(" and ")}, ${heads.kvPairs.value} KV pairs`;
}
