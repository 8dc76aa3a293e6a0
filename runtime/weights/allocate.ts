import { tooLargeToBind } from "../codes.js";
import type { Gpu } from "../device/gpu.js";
import { BufferUsage } from "../device/usage.js";
import { gdaError } from "../error.js";
import type { LayerEntry, Program, TensorEntry } from "../manifest.js";
import { isBoundWhole } from "../over.js";
import { cut, type Segment, type Segments } from "../segments.js";
import { alignUp, bufferFor, elements, rowBytes, tensorBytes } from "../size.js";

/** Bytes of all weights and derived tensors of a layer. */
export function loadedBytes(program: Program, { constants }: LayerEntry): number {
  return Object.values(program.tensors)
    .filter(isLoaded)
    .reduce((sum, tensor) => sum + bufferFor(tensorBytes(tensor, constants)), 0);
}

/** Bytes of a layer's weights as they are written to the device. */
export function weightBytes(program: Program, { constants }: LayerEntry): number {
  return Object.values(program.tensors)
    .filter(({ role }) => role === "weight")
    .reduce((sum, tensor) => sum + alignUp(tensorBytes(tensor, constants), 4), 0);
}

/**
 * Makes the buffers of a layer's weights and derived tensors. Throws GDA7210 for a tensor that cannot
 * be cut into bindings of this device.
 */
export function allocateLoaded(gpu: Gpu, program: Program, entry: LayerEntry): Segments {
  return new Map(
    Object.entries(program.tensors)
      .filter(([, tensor]) => isLoaded(tensor))
      .map(([name, tensor]) => [name, segmentsOf(gpu, program, entry, name, tensor)]),
  );
}

function isLoaded({ role }: TensorEntry): boolean {
  return role === "weight" || role === "derived";
}

function segmentsOf(
  gpu: Gpu,
  program: Program,
  { constants, index }: LayerEntry,
  name: string,
  tensor: TensorEntry,
): readonly Segment[] {
  const rows = elements(tensor.shape.slice(0, 1), constants);
  const bytes = rowBytes(tensor, constants);
  const whole = tensor.role === "derived" || isBoundWhole(program, name);
  // What cannot be cut is one piece of all its rows.
  const piece = whole ? Math.max(1, rows) : (tensor.together ?? 1);
  const needed = bufferFor(piece * bytes);
  const available = gpu.largestBinding;
  if (needed > available) {
    throw gdaError(tooLargeToBind, {
      what: `The tensor \`${name}\` of layer ${index}`,
      needed,
      available,
      advice: "Use an adapter that binds more, or build the package with half-precision weights.",
    });
  }
  const most = whole ? piece : piece * Math.floor(available / (piece * bytes));
  return cut(rows, most).map((span) => ({
    ...span,
    buffer: gpu.device.createBuffer({
      label: name,
      size: bufferFor(span.count * bytes),
      usage: BufferUsage.storage | BufferUsage.copySource | BufferUsage.copyTarget,
    }),
  }));
}
