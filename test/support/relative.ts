import type { Numbers } from "../../compiler/reference/weights.js";

/** ‖out − reference‖ / ‖reference‖ in float64; NaN if any number is. */
export function relativeError(out: Numbers, reference: Numbers): number {
  if (out.length !== reference.length) {
    throw new RangeError(`${out.length} numbers, the reference has ${reference.length}`);
  }
  let [difference, size] = [0, 0];
  reference.forEach((expected, i) => {
    difference += ((out[i] ?? NaN) - expected) ** 2;
    size += expected ** 2;
  });
  if (difference === 0) return 0;
  return Math.sqrt(difference / size);
}
