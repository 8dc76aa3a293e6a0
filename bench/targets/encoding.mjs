import { join } from "node:path";
import { EXAMPLES, measured } from "./process.mjs";

/**
 * What JavaScript takes to encode and submit a decode step.
 * @returns {AsyncGenerator<import("../attention/types.js").Target>}
 */
export async function* encoding() {
  const ms = await measured("encoding", { file: join(EXAMPLES, "small-growth.gda") });
  yield {
    what: "JavaScript of a decode step of one layer",
    target: "≤ 0.1 ms",
    measured: `${ms.toFixed(3)} ms`,
    met: ms <= 0.1,
    detail:
      "layer.encode, finish and submit; median of 1000 steps of examples/small-growth.gda, the device idle before each",
  };
}
