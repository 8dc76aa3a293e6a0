import { rule } from "../../grammar/diagnostic.js";

/** A limit that every WebGPU adapter exceeds: most often a unit was forgotten. */
export const limitBelowGuaranteed = rule<{
  readonly limit: string;
  readonly value: string;
  readonly guaranteed: string;
  readonly lower: boolean;
}>(
  "GDA6001",
  "limit-below-guaranteed",
  ({ limit, value, guaranteed, lower }) =>
    `Every WebGPU adapter has \`${limit}\` of ${guaranteed} or ${lower ? "less" : "more"}; ` +
    `${value} says nothing.`,
);

/** A buffer may be bound in one piece only if it may exist. */
export const bindingBeyondBuffer = rule<{
  readonly limit: string;
  readonly value: string;
  readonly buffer: string;
}>(
  "GDA6002",
  "binding-beyond-buffer",
  ({ limit, value, buffer }) =>
    `\`${limit}\` is ${value}, but with \`max_buffer_size\` no buffer has more than ${buffer}.`,
);

/** A size of subgroups that there cannot be, or that kernels could not use. */
export const badSubgroupSize = rule<{ readonly problem: string }>(
  "GDA6003",
  "bad-subgroup-size",
  ({ problem }) => problem,
);

// 61: found when kernels are made for a target, not in a spec alone.

/** A kernel needs more than its target has. */
export const limitExceeded = rule<{
  readonly what: string;
  readonly needs: string;
  readonly target: string;
  readonly has: string;
}>(
  "GDA6101",
  "target-limit-exceeded",
  ({ what, needs, target, has }) => `${what} needs ${needs}; \`${target}\` has ${has}.`,
);

/** A kernel uses a feature that its target does not list. */
export const featureMissing = rule<{
  readonly what: string;
  readonly feature: string;
  readonly target: string;
}>(
  "GDA6102",
  "target-feature-missing",
  ({ what, feature, target }) =>
    `${what} needs the feature \`${feature}\`, which \`${target}\` does not list.`,
);
