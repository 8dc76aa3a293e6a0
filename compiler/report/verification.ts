import type { Style } from "../diagnostics/style.js";
import type { Difference, GrowthVerification } from "../grow/verify.js";
import type { Rounding } from "../grow/verify-rounding.js";
import { significant, thousands } from "../plan/numbers.js";
import { table, width, wrap } from "./table.js";

/** What `gda grow --verify` shows: the largest difference at each part, and what is allowed. */
export function renderVerification(verification: GrowthVerification, style: Style): string {
  const { mode, tokens, rounding, differences, setAside, agrees } = verification;
  const what =
    mode === "whole"
      ? `The whole model on ${thousands(tokens)} tokens`
      : `Layers sampled, each alone on ${thousands(tokens)} tokens`;
  const notes = [
    `${what}, in float64. Each part of the grown model must give copies of what its source gives; ${roundingText(rounding)}`,
    ...(setAside.length > 0
      ? [`As in the source, for this comparison: ${setAside.join(", ")}.`]
      : []),
  ];
  const rows = differences.map((difference) => rowOf(difference, style));
  const worst = differences.filter(({ difference, allowed }) => !(difference <= allowed));
  const verdict = agrees
    ? "The grown model computes what its source computes."
    : style.error(`${worst.length} of ${differences.length} parts do not agree.`);
  return [
    ...notes.flatMap((note) => wrap(note.split(" "), width)),
    "",
    ...table(
      [["", "from", "largest difference", "allowed", ""], ...rows],
      ["left", "left", "right", "right", "left"],
    ),
    "",
    verdict,
    "",
  ].join("\n");
}

function roundingText({ dtype, rounds, unit }: Rounding): string {
  if (rounds) {
    return `${dtype} has rounded its weights, by ${significant(unit, 3)} of themselves at most.`;
  }
  return unit === 0
    ? `its weights needed no rounding to ${dtype}.`
    : `its weights needed no rounding to ${dtype}, but for those below 6.1e-5.`;
}

function rowOf({ part, source, difference, allowed }: Difference, style: Style): readonly string[] {
  const from = source ? `${source.inserted ? "new, beside layer" : "layer"} ${source.source}` : "";
  return [
    typeof part === "number" ? `layer ${part}` : part,
    from,
    exponential(difference),
    exponential(allowed),
    difference <= allowed ? "" : style.error("differs"),
  ];
}

function exponential(value: number): string {
  return value === 0 ? "0" : value.toExponential(1);
}
