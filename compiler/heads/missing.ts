import { type Diagnostic, diagnose } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import { tooFewHeadFacts } from "./codes.js";
import { type Counts, union } from "./count.js";
import { amount } from "./words.js";
import type { WrittenClass } from "./written.js";

/** The finding that says which kind of fact would settle a class that is still open. */
export function missing(
  counts: Counts,
  group: WrittenClass | undefined,
  attention: SourceSpan,
): Diagnostic {
  const facts = union(...counts.values()).map(({ fact }) => fact);
  const places = facts.flatMap(({ from: [place] }) => place ?? []);
  const span = group?.span ?? places[0] ?? attention;
  const secondary = places.filter((place) => place !== span).map((place) => ({ span: place }));
  const parameters = { missing: group ? openGroup(counts, group) : openTotals(counts) };
  return diagnose(tooFewHeadFacts, span, parameters, { secondary });
}

function openGroup(counts: Counts, { name }: WrittenClass): string {
  const group = name === undefined ? "group" : `group ${name}`;
  const needs = [
    ...(counts.has("groups") ? [] : [`how many groups, as \`${group}[8]\``]),
    ...(counts.has("signal") ? [] : ["its `signal` or `ratio`"]),
  ];
  return `\`${group}\` does not say ${needs.join(", nor ")}.`;
}

function openTotals(counts: Counts): string {
  const groups = counts.get("groups");
  const [signal, noise] = [counts.get("signalHeads"), counts.get("noiseHeads")];
  if (counts.has("ratio")) {
    return "A ratio gives no count; add `heads`, `groups` or a `group`.";
  }
  if (signal) {
    const told = amount("signalHeads", signal.value);
    return `${told} with how many noise heads? Add \`noise_heads\`, \`ratio\` or \`heads\`.`;
  }
  if (noise && noise.value > 0) {
    const told = amount("noiseHeads", noise.value);
    return `${told} with how many signal heads? Add \`signal_heads\`, \`ratio\` or \`heads\`.`;
  }
  if (groups?.by.some(({ count }) => count === "groups") === true) {
    return `${amount("groups", groups.value)} of how many heads? Add \`heads\` or \`ratio\`.`;
  }
  const pairs = counts.get("kvPairs");
  if (pairs) return `${amount("kvPairs", pairs.value)} for how many heads? Add \`heads\`.`;
  return "No head is counted; add `heads`, or a `group` with `signal` and `noise`.";
}
