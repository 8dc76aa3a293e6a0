import type { Fact, LayerPlan, Mask } from "../../plan/plan.js";
import { pairsOf } from "../operations/core.js";
import type { Operation } from "./operation.js";

/** The values of the symbols that the rounds of a kernel's loops and its grid name. */
export type CallSymbols = Readonly<Record<string, number>>;

/** For how many tokens kernels are chosen: a prompt, and a cache that a step reads. */
export interface Lengths {
  readonly prefill: number;
  readonly cached: number;
}

/** What packages are made for, whoever will use them. */
export const usualLengths: Lengths = { prefill: 512, cached: 2048 };

/** One sequence: a prompt from its beginning, or one step after the cached tokens. */
export function symbolsOf(operation: Operation, lengths: Lengths): CallSymbols {
  const phase = operation.kind === "project" ? operation.phase : operation.kind;
  return operation.kind === "project"
    ? { ...callOf(phase, lengths), segment_first: 0, segment_count: operation.op.outputs }
    : {
        ...callSymbols(operation.op, phase, lengths),
        segment_first: 0,
        segment_count: pairsOf(operation.op),
      };
}

/** The symbols of a call of a layer with such a mask. */
export function callSymbols(
  { mask }: Pick<LayerPlan, "mask">,
  phase: "prefill" | "decode",
  lengths: Lengths,
): CallSymbols {
  const call = callOf(phase, lengths);
  return { ...call, seen: seenKeys(mask, call.rows, call.most_keys) };
}

function callOf(phase: "prefill" | "decode", { prefill, cached }: Lengths) {
  const rows = phase === "prefill" ? prefill : 1;
  const keys = phase === "prefill" ? prefill : cached + 1;
  return {
    rows,
    sequences: 1,
    most_rows: rows,
    most_keys: keys,
    capacity: keys,
    block: keys,
    slots: 1,
    residual: 0,
  };
}

/** The keys that a query sees, averaged over the rows of a call. */
function seenKeys({ value }: Fact<Mask>, rows: number, keys: number): number {
  const all = value.kind === "bidirectional";
  const causal = all ? keys : keys - (rows - 1) / 2;
  return value.kind === "window" ? Math.min(value.keys, causal) : causal;
}
