/** The buffers that a device holds: each is entered where it is made and struck where it is destroyed. */
export class Ledger {
  readonly #live = new Map<GPUBuffer, number>();

  get buffers(): number {
    return this.#live.size;
  }

  get bytes(): number {
    return [...this.#live.values()].reduce((sum, size) => sum + size, 0);
  }

  /** Enters what this device makes from now on. */
  watch(device: GPUDevice): GPUDevice {
    const make = device.createBuffer.bind(device);
    const createBuffer = (descriptor: GPUBufferDescriptor): GPUBuffer => {
      const buffer = make(descriptor);
      const end = buffer.destroy.bind(buffer);
      this.#live.set(buffer, descriptor.size);
      return Object.assign(buffer, {
        destroy: () => {
          this.#live.delete(buffer);
          end();
        },
      });
    };
    return Object.assign(device, { createBuffer });
  }
}
