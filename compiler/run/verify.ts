import type { LayerEntry } from "../../runtime/manifest.js";
import type { Weights } from "../../runtime/weights/weights.js";
import type { LayerPlan, WeightStorage } from "../plan/plan.js";
import { evaluate } from "../reference/evaluate.js";
import { asQuantised, referenceWeights } from "./weights.js";

/** Rows of the output that are compared at most: float64 in JavaScript takes its time. */
const MOST_ROWS = 16;

/** A layer that has run. */
export interface Ran {
  readonly layer: LayerPlan;
  readonly hidden: number;
  /** How the kernels take the weights: quantised ones are quantised for the reference too. */
  readonly storage: WeightStorage;
  readonly entry: LayerEntry;
  readonly weights: Weights;
  /** [token, hidden] of one sequence, prefilled and decoded, and what came of it. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** First tokens that all see, of a mask with a prefix. */
  readonly prefix: number;
}

/** ‖y − reference‖ / ‖reference‖ over some rows, the first and the last among them. */
export interface Verification {
  readonly error: number;
  readonly rows: number;
}

/** Computes some rows of the output in float64 and compares. */
export async function verify(ran: Ran): Promise<Verification> {
  const { layer, hidden, entry, x, y, prefix } = ran;
  const read = await referenceWeights(layer, hidden, entry, ran.weights);
  const weights = asQuantised(layer, hidden, read, ran.storage);
  const rows = sampledRows(x.length / hidden);
  const reference = evaluate(layer, hidden, weights, x, { rows, prefix }).y;
  let difference = 0;
  let size = 0;
  rows.forEach((row, i) => {
    for (let channel = 0; channel < hidden; channel++) {
      const expected = reference[i * hidden + channel] ?? NaN;
      difference += ((y[row * hidden + channel] ?? NaN) - expected) ** 2;
      size += expected ** 2;
    }
  });
  // An inserted layer of a growth puts out zeros, and then only the difference says anything.
  return { error: difference === 0 ? 0 : Math.sqrt(difference / size), rows: rows.length };
}

/** Rows that are spread evenly, with both ends. */
function sampledRows(count: number): readonly number[] {
  const most = Math.min(count, MOST_ROWS);
  const step = (count - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, i) => Math.round(i * step));
}
