import { rule } from "../../grammar/diagnostic.js";

/** The written facts leave a count open. */
export const tooFewHeadFacts = rule<{ readonly missing: string }>(
  "GDA4001",
  "too-few-head-facts",
  ({ missing }) => missing,
);

/** The written facts contradict each other. */
export const headFactsClash = rule<{ readonly facts: number; readonly reason: string }>(
  "GDA4002",
  "head-facts-clash",
  ({ facts, reason }) =>
    `These ${numeral(facts)} cannot ${facts === 2 ? "both" : "all"} hold: ${reason}.`,
);

/** A written count does not divide into what the other facts make it of. */
export const headsDoNotDivide = rule<{
  readonly total: string;
  readonly into: string;
  readonly nearest: readonly number[];
}>(
  "GDA4003",
  "heads-do-not-divide",
  ({ total, into, nearest }) =>
    `${total} ${not(total)} divide ${into}; ${nearest.join(" and ")} do.`,
);

/** Signal heads are no multiple of the noise heads that serve them. */
export const noiseHeadServesPart = rule<{
  readonly signal: string;
  readonly noise: string;
  readonly nearest: readonly number[];
}>(
  "GDA4004",
  "noise-head-serves-part",
  ({ signal, noise, nearest }) =>
    `Each noise head serves a whole number of signal heads: ${signal} ${not(signal)} divide among ` +
    `${noise}; ${nearest.join(" and ")} do.`,
);

/** A group without a name stands beside another. */
export const namelessGroup = rule(
  "GDA4005",
  "nameless-group",
  () => "A nameless group is a layer's only class; name it.",
);

/** A KV pair would serve a part of a head. */
export const kvPairServesPart = rule<{
  readonly serves: "noise heads" | "query heads";
  readonly pairs: string;
  readonly among: string;
}>(
  "GDA4006",
  "kv-pair-serves-part",
  ({ serves, pairs, among }) =>
    `A KV pair serves whole ${serves}: ${pairs} ${not(pairs)} divide among ${among}.`,
);

function not(amount: string): string {
  return amount.startsWith("1 ") ? "does not" : "do not";
}

function numeral(n: number): string {
  return ["", "one", "two", "three", "four", "five", "six", "seven"][n] ?? String(n);
}
