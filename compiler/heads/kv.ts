import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Fact, GroupClass } from "../plan/plan.js";
import { totalClash } from "./totals.js";
import type { SettledClass } from "./settled.js";
import { unevenPairs } from "./uneven.js";
import { amount } from "./words.js";
import type { DerivedHeads } from "./written.js";

/**
 * Adds the KV pairs of a layer (language.md, section 6): stated by class, where any class has a
 * `kv`, or else spread evenly over all groups.
 */
export function settlePairs(
  written: Fact<number> | undefined,
  classes: readonly SettledClass[],
  attention: SourceSpan,
): DerivedHeads {
  const settled = classes.some((c) => c.written?.kv) ? stated : spread;
  return settled(written, classes, attention);
}

/** Classes say their pairs; where one does, the others have one pair a group. */
function stated(
  written: Fact<number> | undefined,
  classes: readonly SettledClass[],
  attention: SourceSpan,
): DerivedHeads {
  const one: Fact<number> = { value: 1, origin: "default", from: [] };
  const paired = classes.map((c) => ({ c, kv: c.written?.kv ?? one }));
  const sum = paired.reduce((total, { c, kv }) => total + c.groups.value * kv.value, 0);
  const findings = [
    ...paired.flatMap(({ c, kv }) => {
      const fits = (pairs: number): boolean => served(c) % pairs === 0;
      return fits(kv.value) ? [] : [unevenPairs("kv", kv, [c], fits, attention)];
    }),
    ...(written && written.value !== sum
      ? [totalClash("kvPairs", written, amount("kvPairs", sum), classes, attention)]
      : []),
  ];
  const from = paired.flatMap(({ c, kv }) => [...c.groups.from, ...kv.from]);
  return result(
    findings,
    paired.map(({ c, kv }) => groupClass(c, kv)),
    written ?? { value: sum, origin: "derived", from },
  );
}

/** P pairs over G groups: a pair serves whole groups, or whole heads of one group. */
function spread(
  written: Fact<number> | undefined,
  classes: readonly SettledClass[],
  attention: SourceSpan,
): DerivedHeads {
  const groups = classes.reduce((total, c) => total + c.groups.value, 0);
  const fits = (pairs: number): boolean =>
    groups % pairs === 0 ||
    (pairs % groups === 0 && classes.every((c) => served(c) % (pairs / groups) === 0));
  const findings =
    written && !fits(written.value)
      ? [unevenPairs("kvPairs", written, classes, fits, attention)]
      : [];
  const from = classes.flatMap((c) => c.groups.from);
  return result(
    findings,
    classes.map((c) => groupClass(c, undefined)),
    written ?? { value: groups, origin: "derived", from },
  );
}

/** The heads of a group that KV pairs are divided among: a signal head reads its noise head's pair. */
function served({ signal, noise }: SettledClass): number {
  return noise.value > 0 ? noise.value : signal.value;
}

function groupClass(
  { written, groups, signal, noise }: SettledClass,
  kv: Fact<number> | undefined,
): GroupClass {
  return { name: written?.name, groups, signal, noise, kv };
}

function result(
  findings: readonly Diagnostic[],
  classes: readonly GroupClass[],
  kvPairs: Fact<number>,
): DerivedHeads {
  return findings.length > 0
    ? { heads: undefined, findings }
    : { heads: { classes, kvPairs }, findings: [] };
}
