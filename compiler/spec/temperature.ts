import type { RopeScaling } from "../plan/plan.js";
import { numberText } from "./numbers.js";

/** A temperature with the expression that gives exactly it. */
export interface Temperature {
  readonly text: string;
  readonly value: number;
  readonly mscale: number;
}

/** YaRN's attention temperature 0.1 · mscale · ln(factor) + 1 (arXiv 2309.00071, section 3.4). */
export function temperature(factor: number, mscale = 1): number {
  return 0.1 * mscale * Math.log(factor) + 1;
}

/** The temperature that a number is, up to rounding, for this scaling: `0.1 * log(64) + 1`. */
export function nearTemperature(scaling: RopeScaling, number: number): Temperature | undefined {
  if (scaling.kind !== "yarn" || scaling.factor === 1) return undefined;
  const { factor } = scaling;
  const mscale = Number(((number - 1) / (0.1 * Math.log(factor))).toPrecision(6));
  const value = temperature(factor, mscale);
  if (mscale === 0 || Math.abs(value - number) > 1e-12) return undefined;
  const scale = mscale === 1 ? "" : `${numberText(mscale)} * `;
  return { text: `0.1 * ${scale}log(${numberText(factor)}) + 1`, value, mscale };
}
