import { type Diagnostic, diagnose, type Label } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import { headFactsClash, headsDoNotDivide, noiseHeadServesPart } from "./codes.js";
import type { Count, Counts, Entry } from "./count.js";
import { type Conflict, type Remainder, propagate, seed } from "./propagate.js";
import { amount, claim, groupShape } from "./words.js";

/** The finding for a conflict, with every place that takes part; `attention` if none has a place. */
export function explain(conflict: Conflict, counts: Counts, attention: SourceSpan): Diagnostic {
  const { span, details } = places(conflict.by, attention);
  if (conflict.kind === "serving") {
    const { signal, noise } = conflict;
    const parameters = {
      signal: amount(signal.count, signal.value),
      noise: amount(noise.count, noise.value),
      nearest: nearest(signal.value, noise.value),
    };
    return diagnose(noiseHeadServesPart, span, parameters, details);
  }
  if (conflict.kind === "remainder" && isWritten(conflict)) {
    const { total, divisor } = conflict;
    const parameters = {
      total: amount(total.count, total.value),
      into: into(divisor.count, counts),
      nearest: nearest(total.value, divisor.value),
    };
    return diagnose(headsDoNotDivide, span, parameters, details);
  }
  const facts = conflict.by.filter(({ fact }) => fact.origin !== "default").length;
  return diagnose(headFactsClash, span, { facts, reason: reason(conflict) }, details);
}

/** The last of the model's own facts is the one to look at; all others are shown beside it. */
function places(
  by: readonly Entry[],
  attention: SourceSpan,
): {
  readonly span: SourceSpan;
  readonly details: { label?: string; secondary: Label[]; help: string[] };
} {
  const labels = by
    .toSorted(
      (a, b) =>
        Number(a.fact.origin === "written") - Number(b.fact.origin === "written") ||
        (a.fact.from[0]?.start ?? 0) - (b.fact.from[0]?.start ?? 0),
    )
    .flatMap(({ count, fact: { from, value } }): { span: SourceSpan; text: string }[] =>
      from[0] ? [{ span: from[0], text: amount(count, value) }] : [],
    );
  const help = by.some(({ fact }) => fact.origin === "default")
    ? ["`noise` is left out, which makes it 1."]
    : [];
  const primary = labels.at(-1);
  return primary
    ? { span: primary.span, details: { label: primary.text, secondary: labels.slice(0, -1), help } }
    : { span: attention, details: { secondary: [], help } };
}

/** Whether the total that does not divide is a fact, so that its neighbours can be suggested. */
function isWritten({ total, by }: Remainder): boolean {
  return by.some(({ count }) => count === total.count);
}

function nearest(value: number, step: number): readonly number[] {
  const below = value - (value % step);
  return below > 0 ? [below, below + step] : [step];
}

/** What a total is divided into: "4:1", "into 8 groups", "into groups of 4 + 1". */
function into(divisor: Count, counts: Counts): string {
  if (divisor === "ratio" || divisor === "shares") return `${counts.get("ratio")?.value}:1`;
  if (divisor !== "groups") return `into groups of ${groupShape(counts)}`;
  const groups = counts.get("groups");
  const only = groups?.by.length === 1 ? groups.by[0]?.count : undefined;
  return only === "kvPairs"
    ? `among ${amount("kvPairs", groups?.value ?? 0)}`
    : `into ${amount("groups", groups?.value ?? 0)}`;
}

/** The facts that are doubted first: totals follow from parts more often than parts from totals. */
const doubt: readonly Count[] = [
  "heads",
  "signalHeads",
  "noiseHeads",
  "kvPairs",
  "ratio",
  "groups",
  "signal",
  "noise",
  "kv",
];

/** Why entries cannot all hold: what all but one of them make that one. */
function reason(conflict: Conflict): string {
  if (conflict.kind === "room") {
    const { whole, part } = conflict;
    const [all, some] = [amount(whole.count, whole.value), amount(part.count, part.value)];
    return part.value > whole.value
      ? `${some} are more than ${all}`
      : `${some} among ${all} leave no signal head`;
  }
  const [one, other] = conflict.by;
  if (one && other?.count === one.count) {
    const [here, there] = [one, other].map(({ count, fact }) => amount(count, fact.value));
    return `one says ${here}, the other ${there}`;
  }
  const inDoubt = conflict.by.toSorted((a, b) => doubt.indexOf(a.count) - doubt.indexOf(b.count));
  for (const entry of inDoubt) {
    const others = conflict.by.filter((other) => other !== entry);
    const { counts } = propagate(seed(others).counts);
    const value = counted(entry.count, counts);
    if (value !== undefined) return `${claim(others)} ${amount(entry.count, value)}`;
    const step = stepOf(entry.count, counts);
    if (step > 1) return `${claim(others)} a multiple of ${amount(entry.count, step)}`;
  }
  return "a ratio needs noise heads";
}

function counted(count: Count, counts: Counts): number | undefined {
  if (count !== "ratio") return counts.get(count)?.value;
  const signal = counts.get("signal") ?? counts.get("signalHeads");
  const noise = signal && counts.get(counts.has("signal") ? "noise" : "noiseHeads");
  return noise && signal.value / noise.value;
}

/** What a total must be a multiple of. */
function stepOf(total: Count, counts: Counts): number {
  const factors: Partial<Record<Count, readonly Count[]>> = {
    heads: ["size", "shares"],
    signalHeads: ["signal", "ratio"],
    noiseHeads: ["noise"],
    kvPairs: ["kv"],
  };
  const known = (factors[total] ?? []).flatMap((factor) => counts.get(factor) ?? []);
  return (counts.get("groups")?.value ?? 1) * (known[0]?.value ?? 1);
}
