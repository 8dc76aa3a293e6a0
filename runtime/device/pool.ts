import { alignUp, BUFFER_ALIGNMENT } from "../size.js";
import { BufferUsage } from "./usage.js";

/** How much larger than before a buffer is made that has become too small. */
const GROWTH = 1.5;

/** A buffer that a pass asks for: at least so many bytes, which were seen to fit one binding. */
export interface Need {
  readonly name: string;
  readonly bytes: number;
  readonly usage: number;
}

/**
 * Buffers that hold nothing between two passes, by name: layers and chunks that use the same name
 * share one. They only grow, so a model that decodes makes none.
 */
export class Pool {
  /** Changes when a buffer is made anew, and bind groups made before are stale. */
  version = 0;
  readonly #device: GPUDevice;
  readonly #buffers = new Map<string, GPUBuffer>();
  readonly #replaced: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  get(name: string): GPUBuffer | undefined {
    return this.#buffers.get(name);
  }

  /** Whether everything that is needed is there already. */
  holds(needs: readonly Need[]): boolean {
    return needs.every(({ name, bytes }) => (this.get(name)?.size ?? -1) >= bytes);
  }

  /** Makes what is missing or too small. */
  provide(needs: readonly Need[]): void {
    for (const need of needs) if (!this.holds([need])) this.#make(need);
  }

  #make({ name, bytes, usage }: Need): void {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.#device.limits;
    const old = this.get(name);
    const grown = old === undefined ? 0 : alignUp(old.size * GROWTH, BUFFER_ALIGNMENT);
    const most = Math.min(maxBufferSize, maxStorageBufferBindingSize);
    const buffer = this.#device.createBuffer({
      label: name,
      size: Math.max(bytes, Math.min(grown, most)),
      usage: usage | BufferUsage.copySource | BufferUsage.copyTarget,
    });
    this.#buffers.set(name, buffer);
    if (old !== undefined) this.#replaced.push(old);
    this.version++;
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
