import { type Diagnostic, diagnose } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Fact } from "../plan/plan.js";
import { headFactsClash } from "./codes.js";
import type { Count } from "./count.js";
import { type SettledClass, describeClass, placesOf } from "./settled.js";
import { amount } from "./words.js";
import type { WrittenHeads } from "./written.js";

/** Totals that stand beside several classes settle nothing; they are checked against the sums. */
export function checkTotals(
  written: WrittenHeads,
  classes: readonly SettledClass[],
  attention: SourceSpan,
): readonly Diagnostic[] {
  const sum = (of: (c: SettledClass) => number): number =>
    classes.reduce((total, c) => total + c.groups.value * of(c), 0);
  const [signal, noise] = [sum((c) => c.signal.value), sum((c) => c.noise.value)];
  const both = `${amount("signalHeads", signal)} and ${amount("noiseHeads", noise)}`;
  const totals = [
    total("heads", written.heads, signal + noise),
    total("signalHeads", written.signalHeads, signal),
    total("noiseHeads", written.noiseHeads, noise),
    total(
      "groups",
      written.groups,
      sum(() => 1),
    ),
    total("ratio", written.ratio, signal / noise, both),
  ];
  return totals.flatMap(({ count, fact, value, have }) =>
    fact && fact.value !== value ? [totalClash(count, fact, have, classes, attention)] : [],
  );
}

interface Total {
  readonly count: Count;
  readonly fact: Fact<number> | undefined;
  readonly value: number;
  readonly have: string;
}

function total(
  count: Count,
  fact: Fact<number> | undefined,
  value: number,
  have = amount(count, value),
): Total {
  return { count, fact, value, have };
}

/** A total that the classes do not add up to. */
export function totalClash(
  count: Count,
  fact: Fact<number>,
  have: string,
  classes: readonly SettledClass[],
  attention: SourceSpan,
): Diagnostic {
  const told = classes.map(describeClass).join(" and ");
  return diagnose(
    headFactsClash,
    fact.from[0] ?? attention,
    { facts: classes.length + 1, reason: `${told} have ${have}` },
    { label: amount(count, fact.value), secondary: classes.flatMap(placesOf) },
  );
}
