import { type Diagnostic, diagnose } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import { namelessGroup } from "./codes.js";
import type { Count, Entry } from "./count.js";
import { explain } from "./explain.js";
import { settlePairs } from "./kv.js";
import { missing } from "./missing.js";
import { settle } from "./settle.js";
import { type SettledClass, settledClass } from "./settled.js";
import { checkTotals } from "./totals.js";
import type { DerivedHeads, WrittenClass, WrittenHeads } from "./written.js";

/**
 * Settles the head counts of one layer from the facts that it states (language.md, section 6).
 * `attention` is where a message points when no head fact is written at all. The same facts give
 * the same findings, so a caller with many layers alike asks once.
 */
export function deriveHeads(written: WrittenHeads, attention: SourceSpan): DerivedHeads {
  const nameless = checkNames(written.classes);
  if (nameless.length > 0) return failed(nameless);

  const [only, ...others] = written.classes;
  const several = others.length > 0;
  const settled = (several ? written.classes : [only]).map((group) =>
    settleOne(several ? {} : written, group, attention),
  );
  const findings = settled.flatMap((one) => one.findings);
  const classes = settled.flatMap((one) => one.settled ?? []);
  if (findings.length > 0) return failed(findings);

  const wrongTotals = several ? checkTotals(written, classes, attention) : [];
  if (wrongTotals.length > 0) return failed(wrongTotals);
  return settlePairs(written.kvPairs, classes, attention);
}

function failed(findings: readonly Diagnostic[]): DerivedHeads {
  return { heads: undefined, findings };
}

/** A layer's only class may go without a name; of several each needs one. */
function checkNames(classes: readonly WrittenClass[]): readonly Diagnostic[] {
  if (classes.length < 2) return [];
  const nameless = classes.filter(({ name }) => name === undefined);
  return nameless.map((group) => {
    const others = classes.filter((other) => other !== group);
    return diagnose(
      namelessGroup,
      group.span,
      {},
      {
        secondary: others.map(({ span }) => ({ span, text: "stands beside this" })),
      },
    );
  });
}

interface One {
  readonly settled: SettledClass | undefined;
  readonly findings: readonly Diagnostic[];
}

/** Settles one class by its own facts, and by the totals where it is the only one. */
function settleOne(
  totals: Omit<WrittenHeads, "classes">,
  group: WrittenClass | undefined,
  attention: SourceSpan,
): One {
  const entries = entriesOf(totals, group);
  const { counts, conflict } = settle(entries);
  if (conflict) return { settled: undefined, findings: [explain(conflict, counts, attention)] };
  const settled = settledClass(group, counts);
  return settled
    ? { settled, findings: [] }
    : { settled, findings: [missing(counts, group, attention)] };
}

function entriesOf(
  totals: Omit<WrittenHeads, "classes">,
  group: WrittenClass | undefined,
): readonly Entry[] {
  const facts: readonly (readonly [Count, WrittenClass["count"]])[] = [
    ["heads", totals.heads],
    ["signalHeads", totals.signalHeads],
    ["noiseHeads", totals.noiseHeads],
    ["groups", totals.groups],
    ["kvPairs", totals.kvPairs],
    ["ratio", totals.ratio],
    ["groups", group?.count],
    ["signal", group?.signal],
    ["noise", group?.noise],
    ["ratio", group?.ratio],
    ["kv", group?.kv],
  ];
  return facts.flatMap(([count, fact]) => (fact ? { count, fact } : []));
}
