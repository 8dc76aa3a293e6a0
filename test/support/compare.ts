import { type QueryHead, queryHeads } from "../../compiler/plan/heads.js";
import type { LayerPlan } from "../../compiler/plan/plan.js";
import {
  type Evaluation,
  type EvaluationOptions,
  evaluate,
} from "../../compiler/reference/evaluate.js";
import { keyHeads } from "../../compiler/plan/attention-tensors.js";
import { type Numbers, type Weights, float64 } from "../../compiler/reference/weights.js";
import { headsOf } from "./plans.js";
import { relativeError } from "./relative.js";

/** A layer with weights and input, and which part of its output is compared. */
export interface Comparison {
  readonly layer: LayerPlan;
  readonly hidden: number;
  readonly weights: Weights;
  readonly x: Numbers;
  readonly options?: EvaluationOptions;
}

type Stage = keyof Evaluation;

/** What a kernel made, stage by stage, in the reference's shapes; what it does not show is left out. */
export type Found = { readonly [stage in Stage]?: Numbers | undefined };

/** The relative error of each stage that was found. */
export type StageErrors = { readonly [stage in Stage]?: number };

/** In the order of a forward pass, so that a failure names the first stage that went wrong. */
const stages = ["k", "v", "q", "attended", "lambda", "core", "heads", "y"] as const;

/** Runs the reference and throws, with the first bad row and head, if any stage is further off. */
export function expectAgreement(
  found: Found,
  comparison: Comparison,
  tolerance: number,
): StageErrors {
  const { layer, hidden, weights, x, options } = comparison;
  const expected = evaluate(layer, hidden, weights, x, options);
  return expectEvaluation(found, expected, comparison, tolerance);
}

/** The same where the reference has run already. */
export function expectEvaluation(
  found: Found,
  expected: Evaluation,
  comparison: Comparison,
  tolerance: number,
): StageErrors {
  const errors: { [stage in Stage]?: number } = {};
  for (const stage of stages) {
    const [actual, reference] = [found[stage], expected[stage]];
    if (!actual || !reference) continue;
    const error = relativeError(actual, reference);
    errors[stage] = error;
    if (error <= tolerance) continue;
    throw new Error(
      [
        `${stage} is off by ${error.toExponential(2)} (tolerance ${tolerance}), heads ${headsOf(comparison.layer)}`,
        ...badParts(stage, actual, reference, comparison, tolerance),
      ].join("\n"),
    );
  }
  return errors;
}

/** The heads of all rows, one a part; y has one part a row. A part is bad if it is off by its share. */
function badParts(
  stage: Stage,
  actual: Numbers,
  reference: Numbers,
  { layer, hidden, x, options }: Comparison,
  tolerance: number,
): readonly string[] {
  const tokens = [...Array(x.length / hidden).keys()];
  const rows = stage === "k" || stage === "v" ? tokens : (options?.rows ?? tokens);
  const names = partNames(stage, layer);
  const parts = rows.length * names.length;
  const size = reference.length / parts;
  const squares = Float64Array.from(reference, (r, i) => ((actual[i] ?? NaN) - r) ** 2);
  const allowed = (tolerance ** 2 * float64(reference).reduce((sum, r) => sum + r * r, 0)) / parts;
  const bad = [...Array(parts).keys()].filter((part) => {
    const own = squares.subarray(part * size, (part + 1) * size);
    return !(own.reduce((sum, square) => sum + square, 0) <= allowed);
  });
  const [first = 0] = bad;
  const row = Math.floor(first / names.length);
  const own = squares.subarray(first * size, (first + 1) * size);
  const channel = own.findIndex((square) => !(square <= allowed / size));
  const at = first * size + channel;
  const badRows = bad.map((part) => Math.floor(part / names.length));
  const badNames = bad.map((part) => part % names.length);
  return [
    `  first bad: row ${row} (token ${rows[row]}), ${names[first % names.length]}, channel ${channel}:`,
    `    ${actual[at]}, the reference has ${reference[at]}`,
    `  bad rows: ${listed(badRows, rows.length)}`,
    `  bad heads: ${listed(badNames, names.length)}`,
  ];
}

function partNames(stage: Stage, layer: LayerPlan): readonly string[] {
  const heads = queryHeads(layer);
  const pairs = [...Array(layer.kvPairs.value).keys()];
  switch (stage) {
    case "q":
    case "attended":
      return heads.map(headName);
    case "lambda":
    case "core":
    case "heads":
      return heads.filter(({ role }) => role === "signal").map(headName);
    case "k":
      return keyHeads(layer) === pairs.length
        ? pairs.map((pair) => `key of pair ${pair}`)
        : pairs.flatMap((pair) => [`signal key of pair ${pair}`, `noise key of pair ${pair}`]);
    case "v":
      return pairs.map((pair) => `value of pair ${pair}`);
    case "y":
      return ["output"];
  }
}

function headName({ role, index, query, group, kvPair, noise }: QueryHead): string {
  const less = noise === undefined ? "" : `, less noise head ${noise}`;
  return `${role} head ${index} (query head ${query}, group ${group}, KV pair ${kvPair}${less})`;
}

function listed(indices: readonly number[], total: number): string {
  const distinct = [...new Set(indices)].toSorted((a, b) => a - b);
  const shown = distinct.slice(0, 12).join(", ");
  return `${shown}${distinct.length > 12 ? ", …" : ""} (${distinct.length} of ${total})`;
}
