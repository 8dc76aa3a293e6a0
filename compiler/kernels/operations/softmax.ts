import { parameter } from "../pieces/parameters.js";
import { scoreLog2 } from "../pieces/score.js";
import { greatest, magnitudes, unlessUnknown } from "../pieces/unknown.js";
import { ex, f32, ident, times, wgsl, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";
import type { CoreOp } from "./core.js";

/** A query head that a kernel holds, and the names of its online softmax. */
export interface Slot {
  readonly name: string;
  /** Its place among the query heads. */
  readonly query: Code;
  /** Which key of a row it reads where noise heads have their own: 0 is the signal key. */
  readonly keyHead: Code;
}

/** The score of a key that is not seen: below all others, and finite. */
export const unseen = f32(-3.4e38);

export const maximum = (slot: Slot): Code => ident(`max_${slot.name}`);
export const denominator = (slot: Slot): Code => ident(`sum_${slot.name}`);
export const score = (slot: Slot, b: number): Code => ident(`score_${slot.name}_${b}`);
/** By what the tile's new maximum shrinks everything before it. */
export const shrink = (slot: Slot): Code => ident(`shrink_${slot.name}`);
export const weight = (slot: Slot, b: number): Code => ident(`weight_${slot.name}_${b}`);

/** Slots for the signal heads `head_0`, `head_1`, …, and for the noise head of `cell`. */
export function signalSlots(count: number): readonly Slot[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `signal_${i}`,
    query: ex`head_${i}.x`,
    keyHead: ex`0u`,
  }));
}

export const noiseSlot: Slot = { name: "noise", query: ex`cell.x`, keyHead: ex`1u` };

/**
 * A sink is a logit in the denominator that carries no value (gda-math.md, section 6). Of keys in
 * chunks, `merge` counts it.
 */
export function startSoftmax<T extends string>(
  op: CoreOp,
  k: Scope<T | "parameters">,
  slot: Slot,
  chunk: number | undefined,
): Code {
  const sink = chunk === undefined ? op.parameters.at.sinks : undefined;
  if (sink === undefined) {
    return wgsl`var ${maximum(slot)} = ${unseen};\nvar ${denominator(slot)} = 0.0;`;
  }
  const logit = parameter(k, ex`${sink}u + ${slot.query}`);
  return wgsl`var ${maximum(slot)} = ${logit} * ${f32(Math.LOG2E)};
var ${denominator(slot)} = 1.0;`;
}

/**
 * One tile of `4 · fours` keys: from the products q·k to the weights of V. Where all scores are finite,
 * so are the maxima, and nothing becomes NaN where no key is visible.
 */
export function soften(op: CoreOp, slot: Slot, fours: number, visible: (b: number) => Code): Code {
  const name = ident(slot.name);
  const weights = times(fours, (b) => weight(slot, b)).reduce((a, b) => ex`${a} + ${b}`);
  const total = ex`${denominator(slot)} * ${shrink(slot)} + dot(${weights}, vec4f(1.0))`;
  const known = times(fours, (b) => magnitudes(score(slot, b))).reduce(
    (a, b) => ex`max(${a}, ${b})`,
  );
  const most = times(fours, (b) => score(slot, b)).reduce((a, b) => ex`max(${a}, ${b})`);
  return wgsl`${times(fours, (b) => {
    const value = scoreLog2(score(slot, b), op.scale, op.softcap);
    return wgsl`${score(slot, b)} = select(vec4f(${unseen}), ${value}, ${visible(b)});`;
  })}
let most_${name} = ${most};
let known_${name} = ${known};
let next_${name} = max(${maximum(slot)}, max(max(most_${name}.x, most_${name}.y), max(most_${name}.z, most_${name}.w)));
let ${shrink(slot)} = exp2(${maximum(slot)} - next_${name});
${maximum(slot)} = next_${name};
${times(fours, (b) => wgsl`let ${weight(slot, b)} = select(vec4f(), exp2(${score(slot, b)} - vec4f(next_${name})), ${visible(b)});`)}
${denominator(slot)} = ${unlessUnknown(total, greatest(ex`known_${name}`))};`;
}

/** 1 / denominator, 0 for a row that saw no key and NaN for one that is unknown. */
export function inverse(slot: Slot): Code {
  return inverseOf(denominator(slot));
}

export function inverseOf(denominator: Code): Code {
  return ex`select(1.0 / ${denominator}, 0.0, bitcast<u32>(${denominator}) == 0u)`;
}
