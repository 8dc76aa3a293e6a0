import type { Gpu } from "../device/gpu.js";
import { patiently } from "../device/patience.js";
import type { LayerEntry, Program, TensorEntry, WeightSource } from "../manifest.js";
import type { Segments, Span } from "../segments.js";
import { elements } from "../size.js";
import { readElements, type Sink } from "./fill.js";
import { readRows } from "./fill-rows.js";
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
  for (const [name, tensor] of Object.entries(program.tensors)) {
    const source = entry.weights[name];
    if (tensor.role !== "weight" || source === undefined) continue;
    const columns = elements(tensor.shape.slice(1), entry.constants);
    for (const { buffer, ...rows } of segments.get(name) ?? []) {
      await read(weights, source, tensor, columns, rows, (offset, bytes) => {
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

async function read(
  weights: Weights,
  source: WeightSource,
  { format, block }: TensorEntry,
  columns: number,
  rows: Span,
  sink: Sink,
): Promise<void> {
  switch (format) {
    case "i8":
    case "i4":
      if (block === undefined) return;
      return readRows(weights, source, { format, block }, columns, rows, sink);
    case "f32":
    case "f16":
    case "bf16": {
      const span = { first: rows.first * columns, count: rows.count * columns };
      return readElements(weights, source, format, span, sink);
    }
    case "u32":
      return;
  }
}
