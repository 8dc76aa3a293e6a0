import { best } from "../attention/table.mjs";
import { nameOf, shapes, workload } from "../attention/workloads.mjs";
import { measured } from "./process.mjs";

/**
 * How fast a decode step could be at best: a call that does nothing, and the bare reading of its keys
 * and values.
 * @param {{ readonly results: import("../attention/types.js").Results }} context
 * @returns {AsyncGenerator<import("../attention/types.js").Target>}
 */
export async function* walls({ results }) {
  for (const shape of shapes.filter(({ name }) => name.startsWith("gda-"))) {
    for (const keys of [1024, 4096]) {
      const work = workload(shape, "decode", 1, keys);
      const { ms, idleMs, readMs, bytes } = await measured("wall", work);
      const floor = idleMs + readMs;
      const peer = best(results, nameOf(work), "adapter");
      const against =
        peer === undefined
          ? ""
          : `; at that floor ${(peer / floor).toFixed(1)} × as fast as the best right WebGPU engine`;
      yield {
        what: `floor of ${nameOf(work)}`,
        target: "what nothing can be below",
        measured: `${floor.toFixed(2)} ms`,
        met: undefined,
        detail: `${idleMs.toFixed(2)} ms for the call with kernels that return at once, ${readMs.toFixed(2)} ms for bare loops over ${(bytes / 2 ** 20).toFixed(1)} MiB of K and V; the whole call took ${ms.toFixed(2)} ms in turn with them, each after 20 ms of rest${against}`,
      };
    }
  }
}
