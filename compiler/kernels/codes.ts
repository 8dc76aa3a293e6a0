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
