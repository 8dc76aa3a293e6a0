import { leastStored, levels, mostStored } from "../../plan/scaled-cache.js";
import { ex, f32, wgsl, type Code } from "../text/code.js";
import type { Scope, Strided } from "../text/scope.js";
import type { Share } from "../text/share.js";

/** A head that is put into an int8 cache (compiler/plan/scaled-cache.ts) by a team. */
export interface ScaledHead {
  readonly quads: Strided;
  /** Quad i. */
  readonly value: Code;
  /** Where its first quad goes, and its scale. */
  readonly at: Code;
  readonly scaleAt: Code;
}

/** First the team finds the largest value of the head, then each lane puts its quads away. */
export function scaled<T extends string>(
  share: Share,
  k: Scope<T | "out">,
  { quads, value, at, scaleAt }: ScaledHead,
): { readonly find: Code; readonly put: Code } {
  // As bits, greater is greater, and what is not finite is greatest: no comparison meets a NaN.
  const most = share.reduce("most", "max", [ex`bitcast<f32>(min(most_bits, 0x7f7fffffu))`]);
  return {
    find: wgsl`var most_bits = 0u;
${k.strided(
  "i",
  quads,
  () => wgsl`let bits = bitcast<vec4u>(${value}) & vec4u(0x7fffffffu);
let pair = max(bits.xy, bits.zw);
most_bits = max(most_bits, max(pair.x, pair.y));`,
)}
${most.setup}`,
    put: wgsl`let known = ${most.values} < ${f32(mostStored)};
let stored = known & (${most.values} >= ${f32(leastStored)});
let scale = select(1.0, ${most.values} / ${f32(levels)}, stored);
${k.strided(
  "i",
  quads,
  () => wgsl`let nearest = clamp(round(${value} / scale), vec4f(${f32(-levels)}), vec4f(${f32(levels)}));
${k.store4("out", ex`${at} + i`, ex`select(vec4f(), nearest, stored)`)}`,
)}
if (lane == 0u) {
let finite = select(0.0, scale, stored);
${k.set("out", scaleAt, ex`select(0x7fc00000u, bitcast<u32>(finite), known)`)}
}`,
  };
}
