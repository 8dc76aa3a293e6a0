import { alignUp } from "../size.js";
import { BufferUsage } from "./usage.js";

/** How much larger than before a buffer is made that has become too small. */
const GROWTH = 1.5;

/**
 * Buffers that hold nothing between two passes, by name: layers and chunks that use the same name
 * share one. They only grow, so a model that decodes makes none.
 */
export class Pool {
  /** Changes when a buffer is replaced, and bind groups made before are stale. */
  version = 0;
  readonly #device: GPUDevice;
  readonly #buffers = new Map<string, GPUBuffer>();
  readonly #replaced: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** A buffer of at least so many bytes, which were seen to fit one binding. */
  take(name: string, bytes: number, usage: number): GPUBuffer {
    const old = this.#buffers.get(name);
    if (old !== undefined && old.size >= bytes) return old;
    const { maxBufferSize, maxStorageBufferBindingSize } = this.#device.limits;
    const most = Math.min(maxBufferSize, maxStorageBufferBindingSize);
    const grown = old === undefined ? bytes : alignUp(old.size * GROWTH, 16);
    const buffer = this.#device.createBuffer({
      label: name,
      size: Math.max(bytes, Math.min(grown, most)),
      usage: usage | BufferUsage.copySource | BufferUsage.copyTarget,
    });
    this.#buffers.set(name, buffer);
    if (old !== undefined) this.#replaced.push(old);
    this.version++;
    return buffer;
  }

  /** Frees buffers that were replaced, once no encoder that names them is left to be submitted. */
  freeReplaced(): void {
    for (const buffer of this.#replaced.splice(0)) buffer.destroy();
  }

  destroy(): void {
    this.freeReplaced();
    for (const buffer of this.#buffers.values()) buffer.destroy();
    this.#buffers.clear();
  }
}
