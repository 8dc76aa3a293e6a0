import { rule } from "../../grammar/diagnostic.js";

/** Nothing here runs WebGPU. */
export const noAdapterHere = rule<{ reasons: readonly string[] }>(
  "GDA7001",
  "no-adapter-here",
  ({ reasons }) => `No WebGPU adapter found.\n${reasons.join("\n")}`,
);

/** The one that was asked for is not there, and no other takes its place. */
export const adapterNotHere = rule<{ problem: string }>(
  "GDA7002",
  "adapter-not-here",
  ({ problem }) => problem,
);
