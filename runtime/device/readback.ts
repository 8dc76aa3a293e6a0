import { BufferUsage, MAP_READ } from "./usage.js";

/**
 * Buffers for results on their way back. They are kept and used again: on many machines fresh memory
 * costs more than the copy.
 */
export class Readback {
  readonly #device: GPUDevice;
  readonly #idle: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** A buffer to copy a result of so many bytes into; give it to `read` or `giveBack`. */
  take(bytes: number): GPUBuffer {
    const fits = this.#idle
      .filter((buffer) => buffer.size >= bytes)
      .toSorted((a, b) => a.size - b.size)[0];
    if (fits === undefined) {
      this.#freeIdle();
      return this.#device.createBuffer({
        label: "readback",
        size: bytes,
        usage: BufferUsage.mapRead | BufferUsage.copyTarget,
      });
    }
    this.#idle.splice(this.#idle.indexOf(fits), 1);
    return fits;
  }

  /** Waits for the first `bytes` of a buffer, hands them to `use`, and takes the buffer back. */
  async read(buffer: GPUBuffer, bytes: number, use: (data: ArrayBuffer) => void): Promise<void> {
    await buffer.mapAsync(MAP_READ, 0, bytes);
    use(buffer.getMappedRange(0, bytes));
    buffer.unmap();
    this.giveBack(buffer);
  }

  giveBack(buffer: GPUBuffer): void {
    this.#idle.push(buffer);
  }

  destroy(): void {
    this.#freeIdle();
  }

  /** Those that were too small once would be so again. */
  #freeIdle(): void {
    for (const buffer of this.#idle.splice(0)) buffer.destroy();
  }
}
