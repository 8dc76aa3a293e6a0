import type { Fact } from "../../plan/plan.js";
import { ex, f32, type Code } from "../text/code.js";
import { bent } from "./unknown.js";

/** What becomes of q·k (vec4f) before the softmax, in units of log 2 so that `exp2` undoes it. */
export function scoreLog2(dot: Code, scale: Fact<number>, softcap: Fact<number> | undefined): Code {
  if (softcap === undefined) {
    return ex`${dot} * ${f32({ ...scale, value: scale.value * Math.LOG2E })}`;
  }
  const inside = { ...scale, value: scale.value / softcap.value };
  const cap = { ...softcap, value: softcap.value * Math.LOG2E };
  return ex`${bent}(${dot} * ${f32(inside)}) * ${f32(cap)}`;
}
