import { type Diagnostic, diagnose } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Fact } from "../plan/plan.js";
import { kvPairServesPart } from "./codes.js";
import { type SettledClass, describeClass, placesOf } from "./settled.js";
import { amount } from "./words.js";

/**
 * The finding for KV pairs that do not divide among the heads that they serve. Twice a fitting
 * number is most often `num_key_value_heads` of a Motif config, which counts K1 and K2 apart.
 */
export function unevenPairs(
  count: "kv" | "kvPairs",
  { value, from }: Fact<number>,
  classes: readonly SettledClass[],
  fits: (pairs: number) => boolean,
  attention: SourceSpan,
): Diagnostic {
  const withNoise = classes.some((c) => c.noise.value > 0);
  const motif = count === "kvPairs" && withNoise && value % 2 === 0 && fits(value / 2);
  const help = motif
    ? `If ${value} is \`num_key_value_heads\` of a Motif config, write ${value / 2}.`
    : `${nearest(value, fits).join(" and ")} do.`;
  return diagnose(
    kvPairServesPart,
    from[0] ?? attention,
    {
      serves: withNoise ? "noise heads" : "query heads",
      pairs: amount(count, value),
      among: classes.map(describeClass).join(" and "),
    },
    {
      label: amount(count, value),
      secondary: classes.flatMap(placesOf),
      help: [help],
    },
  );
}

/** The fitting numbers next to one that does not; below, 1 always fits. */
function nearest(value: number, fits: (pairs: number) => boolean): readonly number[] {
  let below = value - 1;
  while (below > 1 && !fits(below)) below--;
  let above = value + 1;
  while (above < 2 * value && !fits(above)) above++;
  return fits(above) ? [below, above] : [below];
}
