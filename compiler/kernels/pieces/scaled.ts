import { leastStored, levels } from "../../plan/scaled-cache.js";
import { ex, f32, wgsl, type Code } from "../text/code.js";
import type { Format } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import type { Share } from "../text/share.js";
import { findKnown, forgetKeys, type KeysBeside, type Kept } from "./unknown-values.js";

/** A head that is put into an int8 cache (compiler/plan/scaled-cache.ts) by a team. */
export interface ScaledHead extends Kept {
  /** Where its first quad goes, and its scale. */
  readonly at: Code;
  readonly scaleAt: Code;
  /** For a head of V, and whether its place is in the segment at hand. */
  readonly beside: KeysBeside | undefined;
  readonly here: Code;
}

/** First the team finds the largest value of the head, then each lane puts its quads away. */
export function scaled<T extends string>(
  share: Share,
  k: Scope<T | "out" | "keys">,
  format: Format,
  { quads, value, at, scaleAt, beside, here }: ScaledHead,
): { readonly find: Code; readonly put: Code } {
  return {
    find: findKnown(share, k, { quads, value }, format),
    put: wgsl`let stored = known & (most >= ${f32(leastStored)});
let scale = select(1.0, most / ${f32(levels)}, stored);
${k.strided(
  "i",
  quads,
  () => wgsl`let nearest = clamp(round(${value} / scale), vec4f(${f32(-levels)}), vec4f(${f32(levels)}));
${k.store4("out", ex`${at} + i`, ex`select(vec4f(), nearest, stored)`)}`,
)}
if (lane == 0u) {
let finite = select(0.0, scale, stored);
${k.set("out", scaleAt, beside ? ex`bitcast<u32>(finite)` : ex`select(0x7fc00000u, bitcast<u32>(finite), known)`)}
}
${beside ? forgetKeys(k, beside, here) : wgsl``}`,
  };
}
