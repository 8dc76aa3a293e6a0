import { diagnose } from "../../../grammar/diagnostic.js";
import { facts } from "../codes.js";
import type { Block } from "../plan/block.js";
import { numberIn } from "../plan/read-value.js";

/** The bounds of a ramp, the lower first. */
const bounds = [
  ["low", "high"],
  ["beta_slow", "beta_fast"],
] as const;

/** A ramp of a rope's scaling runs from one bound to a higher one. */
export function checkOrder(block: Block): void {
  const rope = block.stated("rope");
  const scaling = rope?.value.type === "kind" ? rope.value.args.get("scaling") : undefined;
  const [at] = rope?.from ?? [];
  if (!scaling || !at) return;
  for (const [low, high] of bounds) {
    const [lowValue, highValue] = [numberIn(scaling, low), numberIn(scaling, high)];
    if (lowValue === undefined || highValue === undefined || lowValue < highValue) continue;
    block.report(diagnose(facts.disorder, at, { low, high, lowValue, highValue }));
  }
}
