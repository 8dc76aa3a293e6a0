import { rule } from "../../grammar/diagnostic.js";

/** What the kernels cannot do, found when a model is built. */

/** Kernels read and write four neighbouring values at once. */
export const unevenSize = rule<{
  readonly what: string;
  readonly size: number;
  readonly layer: number;
}>(
  "GDA6111",
  "uneven-size",
  ({ what, size, layer }) =>
    `${what} of layer ${layer} is ${size}; kernels take four values at a time, so it must be a multiple of 4.`,
);

/** A declared int8 cache has no kernels yet. */
export const unsupportedCache = rule<{ readonly dtype: string }>(
  "GDA6112",
  "unsupported-cache",
  ({ dtype }) =>
    `There are no kernels for an \`${dtype}\` cache; use \`f32\`, \`f16\` or \`bf16\`.`,
);
