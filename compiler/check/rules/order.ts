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
  if (!scaling) return;
  for (const [low, high] of bounds) {
    const [lowValue, highValue] = [numberIn(scaling, low), numberIn(scaling, high)];
    const [lowAt, highAt] = [block.at("rope", "scaling", low), block.at("rope", "scaling", high)];
    if (lowValue === undefined || highValue === undefined || lowValue < highValue || !lowAt)
      continue;
    const secondary = highAt ? [{ span: highAt, text: "the higher bound" }] : [];
    const parameters = { low, high, lowValue, highValue };
    block.report(diagnose(facts.disorder, lowAt, parameters, { secondary }));
  }
}
