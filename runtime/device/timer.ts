import type { Reads } from "./readback.js";
import { BufferUsage } from "./usage.js";

/** Bytes of one timestamp. */
const STAMP_BYTES = 8;

/** WebGPU holds at most 4096 timestamps in one set, two for each pass. */
const MOST_PASSES = 2048;

/** Measures compute passes on the GPU, by timestamps at their beginning and end. */
export class Timer {
  readonly #stamps: GPUQuerySet;
  readonly #resolved: GPUBuffer;

  /** The device must have the feature `timestamp-query`. */
  constructor(device: GPUDevice) {
    this.#stamps = device.createQuerySet({ type: "timestamp", count: 2 * MOST_PASSES });
    this.#resolved = device.createBuffer({
      label: "timestamps",
      size: 2 * MOST_PASSES * STAMP_BYTES,
      usage: BufferUsage.queryResolve | BufferUsage.copySource,
    });
  }

  /** For the descriptor of pass number `index`; what comes after the first 2048 is not measured. */
  writes(index: number): { readonly timestampWrites?: GPUComputePassTimestampWrites } {
    if (index >= MOST_PASSES) return {};
    return {
      timestampWrites: {
        querySet: this.#stamps,
        beginningOfPassWriteIndex: 2 * index,
        endOfPassWriteIndex: 2 * index + 1,
      },
    };
  }

  /**
   * Ends the measuring of `passes` passes. Once the encoder is submitted and the reads are finished,
   * `use` gets the nanoseconds that each took.
   */
  resolve(
    encoder: GPUCommandEncoder,
    passes: number,
    reads: Reads,
    use: (times: readonly number[]) => void,
  ): void {
    const count = 2 * Math.min(passes, MOST_PASSES);
    const bytes = count * STAMP_BYTES;
    const staging = reads.expect(bytes, (data) => {
      const stamps = new BigUint64Array(data);
      const times = Array.from({ length: count / 2 }, (_, i) =>
        Number((stamps[2 * i + 1] ?? 0n) - (stamps[2 * i] ?? 0n)),
      );
      use(times);
    });
    encoder.resolveQuerySet(this.#stamps, 0, count, this.#resolved, 0);
    encoder.copyBufferToBuffer(this.#resolved, 0, staging, 0, bytes);
  }

  destroy(): void {
    this.#stamps.destroy();
    this.#resolved.destroy();
  }
}
