import type { Gpu } from "../device/gpu.js";
import { breathe, patiently } from "../device/patience.js";
import type { LayerEntry, Program, TensorEntry, WeightSource } from "../manifest.js";
import type { Segments, Span } from "../segments.js";
import { elements, tensorBytes } from "../size.js";
import { readElements, type Sink } from "./fill.js";
import { readRows } from "./fill-rows.js";
import type { Weights } from "./weights.js";

/**
 * Bytes that are written before the queue is waited for: a device may keep a copy of what it has not
 * come to. Mostly it is not waited for before the end, since it may be busy with kernels.
 */
const WAITING_BYTES = 256 * 2 ** 20;

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
  let waiting = 0;
  const wait = async (): Promise<void> => {
    await patiently(queue.onSubmittedWorkDone());
    waiting = 0;
  };
  // Small ones first: kernels come to be asked for before a large one keeps the event loop.
  const size = (tensor: TensorEntry): number => tensorBytes(tensor, entry.constants);
  const tensors = Object.entries(program.tensors)
    .filter(([, { role }]) => role === "weight")
    .toSorted(([, a], [, b]) => size(a) - size(b));
  for (const [name, tensor] of tensors) {
    const source = entry.weights[name];
    if (source === undefined) continue;
    const columns = elements(tensor.shape.slice(1), entry.constants);
    for (const { buffer, ...rows } of segments.get(name) ?? []) {
      await read(weights, source, tensor, columns, rows, async (offset, bytes) => {
        queue.writeBuffer(buffer, offset, bytes);
        each(bytes.byteLength);
        waiting += bytes.byteLength;
        await (waiting < WAITING_BYTES ? breathe() : wait());
        signal.throwIfAborted();
        gpu.check();
      });
    }
  }
  await wait();
  signal.throwIfAborted();
  gpu.check();
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
