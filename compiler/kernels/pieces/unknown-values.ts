import { ex, f32, times, wgsl, type Code } from "../text/code.js";
import type { Format } from "../text/format.js";
import type { Scope, Strided } from "../text/scope.js";
import type { Share } from "../text/share.js";
import { cachedRow } from "./cached.js";
import { greatest, magnitudes } from "./unknown.js";

/**
 * The keys beside the rows of V in a cache. A row with a value that the cache cannot keep is cached as
 * zeros, and its keys become NaN: whoever sees the token is NaN by its score, and for all others a
 * weight of 0 times the value is 0.
 */
export interface KeysBeside {
  readonly format: Format;
  /** Of a cached row. */
  readonly heads: number;
  readonly headDim: number;
}

/** Values that a team puts into a cache. */
export interface Kept {
  readonly quads: Strided;
  /** Quad i. */
  readonly value: Code;
}

/** Names `most`, the greatest magnitude of some values, and `known`: whether the cache can keep all. */
export function findKnown<T extends string>(
  share: Share,
  k: Scope<T>,
  { quads, value }: Kept,
  format: Format,
): Code {
  // As bits, greater is greater, and what is not finite is greatest: no comparison meets a NaN.
  const found = share.reduce("found", "max", [ex`bitcast<f32>(min(most_bits, 0x7f7fffffu))`]);
  const most = k.strided(
    "i",
    quads,
    () => wgsl`let bits = ${magnitudes(value)};
most_bits = max(most_bits, ${greatest(ex`bits`)});`,
  );
  return wgsl`var most_bits = 0u;
${most}
${found.setup}
let most = ${found.values};
let known = most < ${f32(format.beyond)};`;
}

/** Makes the keys beside a row of V NaN where it is not known. */
export function forgetKeys<T extends string>(
  k: Scope<T | "keys">,
  { format, heads, headDim }: KeysBeside,
  here: Code,
): Code {
  const { quads, stride } = cachedRow(format, heads, headDim);
  const forget = (head: number): Code =>
    format.scaled
      ? k.set("keys", ex`cached_row * ${stride}u + ${quads + head}u`, ex`unknown`)
      : k.store4(
          "keys",
          ex`cached_row * ${stride}u + ${(head * headDim) / 4}u`,
          ex`bitcast<vec4f>(vec4u(unknown))`,
        );
  return wgsl`if ((lane == 0u) & ${here} & !known) {
let unknown = select(0x7fc00000u, 0u, known);
${times(heads, forget)}
}`;
}
