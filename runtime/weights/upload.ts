import type { Gpu } from "../device/gpu.js";
import { patiently } from "../device/patience.js";
import type { LayerEntry, Program } from "../manifest.js";
import type { Segments } from "../segments.js";
import { elements } from "../size.js";
import { readElements } from "./fill.js";
import type { Weights } from "./weights.js";

/**
 * Reads a layer's weights, converts them and writes them to their segments, one after the other, so
 * that little of them is in memory at a time. `each` is told of the bytes that were written.
 */
export async function uploadWeights(
  gpu: Gpu,
  entry: LayerEntry,
  program: Program,
  segments: Segments,
  weights: Weights,
  each: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { queue } = gpu.device;
  for (const [name, { role, format, shape }] of Object.entries(program.tensors)) {
    const source = entry.weights[name];
    if (role !== "weight" || format === "u32" || format === "i8") continue;
    if (source === undefined) continue;
    const rowElements = elements(shape.slice(1), entry.constants);
    for (const { first, count, buffer } of segments.get(name) ?? []) {
      const span = { first: first * rowElements, count: count * rowElements };
      await readElements(weights, source, format, span, (offset, bytes) => {
        signal.throwIfAborted();
        queue.writeBuffer(buffer, offset, bytes);
        each(bytes.byteLength);
      });
      // What waits to be written is in memory too.
      await patiently(queue.onSubmittedWorkDone());
      signal.throwIfAborted();
      gpu.check();
    }
  }
}
