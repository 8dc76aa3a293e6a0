import { patiently } from "./patience.js";
import { BufferUsage, MAP_READ } from "./usage.js";

/**
 * Buffers for results on their way back. They are kept and used again: on many machines fresh memory
 * costs more than the copy.
 */
export class Readback {
  readonly #device: GPUDevice;
  #idle: readonly GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** The smallest buffer that is idle and holds so many bytes, or a new one. */
  take(bytes: number): GPUBuffer {
    const fits = this.#idle
      .filter((buffer) => buffer.size >= bytes)
      .toSorted((a, b) => a.size - b.size)[0];
    if (fits === undefined) {
      // Those that are too small once would be so again.
      this.destroy();
      return this.#device.createBuffer({
        label: "readback",
        size: bytes,
        usage: BufferUsage.mapRead | BufferUsage.copyTarget,
      });
    }
    this.#idle = this.#idle.filter((buffer) => buffer !== fits);
    return fits;
  }

  giveBack(buffer: GPUBuffer): void {
    this.#idle = [...this.#idle, buffer];
  }

  /** Frees what is idle. */
  destroy(): void {
    for (const buffer of this.#idle) buffer.destroy();
    this.#idle = [];
  }
}

interface Read {
  readonly buffer: GPUBuffer;
  readonly bytes: number;
  readonly use: (data: ArrayBuffer) => void;
}

/** The results of one call on their way back. */
export class Reads {
  readonly #readback: Readback;
  #waiting: readonly Read[] = [];

  constructor(readback: Readback) {
    this.#readback = readback;
  }

  /** A buffer to copy a result into, and what to do with it then. `data` last only for that call. */
  expect(bytes: number, use: Read["use"]): GPUBuffer {
    const buffer = this.#readback.take(bytes);
    this.#waiting = [...this.#waiting, { buffer, bytes, use }];
    return buffer;
  }

  /** Waits for all results. Rejects as WebGPU does, mostly for a lost device. */
  async finish(): Promise<void> {
    await patiently(Promise.all(this.#waiting.map((read) => this.#finish(read))));
  }

  /** Gives up what has not come. */
  drop(): void {
    for (const { buffer } of this.#waiting) this.#readback.giveBack(buffer);
    this.#waiting = [];
  }

  async #finish(read: Read): Promise<void> {
    const { buffer, bytes, use } = read;
    await buffer.mapAsync(MAP_READ, 0, bytes);
    use(buffer.getMappedRange(0, bytes));
    buffer.unmap();
    this.#waiting = this.#waiting.filter((other) => other !== read);
    this.#readback.giveBack(buffer);
  }
}
