import { cacheBytes, parameters } from "../plan/costs.js";
import { decodeFlops, prefillFlops } from "../plan/flops.js";
import type { ModelPlan } from "../plan/plan.js";
import type { Lengths } from "./costs.js";
import { headsIn } from "./heads-in.js";
import { amount, byteSize, flops } from "./numbers.js";
import { type Align, table } from "./table.js";

/** A model at one value of a param. */
export interface Swept {
  readonly value: string;
  readonly plan: ModelPlan;
  readonly lengths: Lengths;
}

const aligns: readonly Align[] = ["right", "left", "right", "right", "right", "right"];

/** A row a value; where layers differ in their heads, the others' heads in rows below. */
export function sweepSection(param: string, swept: readonly Swept[]): readonly string[] {
  const header = [param, "heads", "parameters", "cache a token", "prefill", "decode"];
  const rows = swept.flatMap(({ value, plan, lengths }) => {
    const [heads = "", ...others] = headsIn(plan);
    const row = [
      value,
      heads,
      amount(parameters(plan).total),
      byteSize(cacheBytes(plan)),
      flops(prefillFlops(plan, lengths.prefill).total),
      flops(decodeFlops(plan, lengths.cached).total),
    ];
    return [row, ...others.map((other) => ["", other])];
  });
  return table([header, ...rows], aligns);
}
