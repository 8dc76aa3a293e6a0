import { join } from "node:path";
import { EXAMPLES, measured } from "./process.mjs";

const MIB = 2 ** 20;

/**
 * Memory on the device beyond inputs, outputs, weights and cache.
 * @returns {AsyncGenerator<import("../attention/types.js").Target>}
 */
export async function* memory() {
  const file = join(EXAMPLES, "motif-2-12.7b.gda");
  const given = { file, tokens: 4096, replaced: { "dtype: f16": "dtype: f32" } };
  const { extra, weights, cache, parts } = await measured("memory", given);
  const largest = parts.toSorted((a, b) => b[1] - a[1]).slice(0, 5);
  const named = largest.map(([name, bytes]) => `${name} ${(bytes / MIB).toFixed(1)}`).join(", ");
  yield {
    what: "extra memory of 4096 tokens, Motif-2-12.7B in f32",
    target: "≤ 64 MiB",
    measured: `${(extra / MIB).toFixed(1)} MiB`,
    met: extra <= 64 * MIB,
    detail: `most of what the runtime asks the device for at a time in one prefill (recorded, not submitted), beyond weights ${(weights / MIB).toFixed(0)} MiB, cache ${(cache / MIB).toFixed(0)} MiB, x and y; MiB: ${named}`,
  };
}
