import type { Gpu } from "../device/gpu.js";
import type { Reads } from "../device/readback.js";
import type { Bring, Ends } from "./record.js";

const FLOAT_BYTES = 4;

/** Brings rows from memory or from a buffer. */
export function bringFrom(gpu: Gpu, x: Float32Array | GPUBuffer, hidden: number): Bring {
  return (encoder, input, { firstRow, rows }) => {
    const [first, count] = [firstRow * hidden, rows * hidden];
    if (x instanceof Float32Array) {
      gpu.device.queue.writeBuffer(input, 0, x.subarray(first, first + count));
    } else {
      encoder.copyBufferToBuffer(x, first * FLOAT_BYTES, input, 0, count * FLOAT_BYTES);
    }
  };
}

/** Leaves y in a buffer. */
export function fetchInto(y: GPUBuffer, hidden: number): Ends["fetch"] {
  return (encoder, output, { firstRow, rows }) => {
    const rowBytes = hidden * FLOAT_BYTES;
    encoder.copyBufferToBuffer(output, 0, y, firstRow * rowBytes, rows * rowBytes);
  };
}

/** Brings y back to memory, chunk by chunk. */
export function fetchBack(y: Float32Array, hidden: number, reads: Reads): Ends["fetch"] {
  return (encoder, output, { firstRow, rows }) => {
    const bytes = rows * hidden * FLOAT_BYTES;
    const staging = reads.expect(bytes, (data) => {
      // Not a slice: fresh memory costs more than the copy.
      y.set(new Float32Array(data), firstRow * hidden);
    });
    encoder.copyBufferToBuffer(output, 0, staging, 0, bytes);
  };
}
