import { diagnose } from "../../../grammar/diagnostic.js";
import type { Value } from "../../types/value.js";
import { facts } from "../codes.js";
import type { Block } from "../plan/block.js";

/** Rows 19 and 20 of language.md, section 8: what of a head turns, and by which rope. */
export function checkRotary(block: Block): void {
  const [dim, rope] = [block.stated("head_dim"), block.stated("rope")];
  const [at] = dim?.from ?? [];
  if (!dim || !rope || !at || rope.value.type !== "kind") return;
  const turns = rope.value.word !== "none";
  const ropeAt = rope.from[0];
  const secondary = ropeAt ? [{ span: ropeAt, text: "the rope" }] : [];
  const rotary = rotaryPart(dim.value);
  if (rotary === undefined) return;
  const whole = dim.value.type === "int";
  if (turns && whole && block.inner("latent", "kv")) {
    const instead = `head_dim: ${split(rotary)}`;
    block.report(diagnose(facts.latentUnsplit, at, { instead }, { secondary }));
  } else if (turns && rotary % 2 !== 0) {
    block.report(diagnose(facts.oddRotary, at, { size: rotary }, { secondary }));
  } else if (turns && rotary === 0) {
    const problem = "A rope turns rotary channels, and this head has none.";
    block.report(diagnose(facts.rotaryWithoutRope, at, { problem }, { secondary }));
  } else if (!turns && !whole && rotary > 0) {
    const problem = `Without a rope nothing turns these ${rotary} rotary channels.`;
    block.report(diagnose(facts.rotaryWithoutRope, at, { problem }, { secondary }));
  }
}

/** How many channels may turn: all of a head that is not split. */
function rotaryPart(value: Value): number | undefined {
  if (value.type === "int") return value.value;
  if (value.type !== "dims") return undefined;
  return value.parts.find(({ kind }) => kind === "rotary")?.size ?? 0;
}

/** A third of the head rotary, as in the models that have a latent. */
function split(size: number): string {
  const rotary = size >= 6 ? 2 * Math.round(size / 6) : 2;
  return `${Math.max(size - rotary, 1)} plain + ${rotary} rotary`;
}
