import { join } from "node:path";
import { EXAMPLES, measured } from "./process.mjs";

/**
 * What JavaScript takes to encode and submit a decode step: as a model does it, all layers in one
 * submission, and of one layer alone, which pays for waking the device as well.
 * @returns {AsyncGenerator<import("../attention/types.js").Target>}
 */
export async function* encoding() {
  const file = join(EXAMPLES, "small-growth.gda");
  for (const layers of [8, 1]) {
    const { encodeMs, ms, bareMs } = await measured("encoding", { file, layers });
    const each = (/** @type {number} */ sum) => (sum / layers).toFixed(3);
    const alone = layers === 1;
    yield {
      what: `JavaScript of a decode step, ${alone ? "one layer alone" : `each of ${layers} layers`}`,
      target: "≤ 0.1 ms",
      measured: `${each(ms)} ms`,
      met: ms / layers <= 0.1,
      detail:
        `encode ${each(encodeMs)} ms, finish and submit ${each(ms - encodeMs)} ms; ` +
        `the same commands without the runtime ${each(bareMs)} ms; ` +
        "medians of 1000 steps of examples/small-growth.gda, the device idle before each",
    };
  }
}
