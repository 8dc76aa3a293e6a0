import { alignUp } from "../size.js";
import { BufferUsage } from "./usage.js";

const FIRST_BLOCK = 64 * 1024;

/**
 * Uniforms and tables on their way to the GPU. They are copied in the order of the commands that read
 * them, not of the queue, so that many calls can be encoded into one encoder before it is submitted.
 * All that is written between two submissions lies in one block, sent with one `writeBuffer`.
 */
export class Uploads {
  readonly #device: GPUDevice;
  readonly #outgrown: GPUBuffer[] = [];
  #encoder: GPUCommandEncoder | undefined;
  #block: GPUBuffer | undefined;
  #bytes = new Uint8Array(0);
  /** Bytes that are written, and of these, bytes that are sent. */
  #used = 0;
  #sent = 0;
  /** What each target holds once the commands so far are over: layers of one call share tables. */
  readonly #held = new Map<GPUBuffer, Uint8Array>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /**
   * Tells which encoder is written to next. Another one than before means that the earlier is
   * submitted, so its block can be written over; then this returns true.
   */
  begin(encoder: GPUCommandEncoder): boolean {
    if (encoder === this.#encoder) return false;
    this.#encoder = encoder;
    this.#used = 0;
    this.#sent = 0;
    this.#held.clear();
    for (const block of this.#outgrown.splice(0)) block.destroy();
    return true;
  }

  /**
   * Fills the beginning of `target`, whose usage has `copyTarget`, before the commands that follow.
   * Nothing else may write it.
   */
  write(target: GPUBuffer, data: Float32Array | Uint32Array | Uint8Array): void {
    const size = alignUp(data.byteLength, 4);
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (size === 0 || isSame(bytes, this.#held.get(target))) return;
    const block = this.#room(size);
    this.#bytes.set(bytes, this.#used);
    this.#held.set(target, this.#bytes.subarray(this.#used, this.#used + bytes.length));
    this.#encoder?.copyBufferToBuffer(block, this.#used, target, 0, size);
    this.#used += size;
  }

  /** Sends what was written; it must be called before the encoder is submitted. */
  flush(): void {
    if (this.#block === undefined || this.#sent === this.#used) return;
    const { queue } = this.#device;
    queue.writeBuffer(this.#block, this.#sent, this.#bytes, this.#sent, this.#used - this.#sent);
    this.#sent = this.#used;
  }

  #room(size: number): GPUBuffer {
    if (this.#block !== undefined && this.#used + size <= this.#block.size) return this.#block;
    this.flush();
    if (this.#block !== undefined) this.#outgrown.push(this.#block);
    const bytes = alignUp(Math.max(size, 2 * this.#bytes.byteLength, FIRST_BLOCK), 4);
    this.#block = this.#device.createBuffer({
      label: "uploads",
      size: bytes,
      usage: BufferUsage.copySource | BufferUsage.copyTarget,
    });
    this.#bytes = new Uint8Array(bytes);
    this.#used = 0;
    this.#sent = 0;
    return this.#block;
  }

  destroy(): void {
    for (const block of [...this.#outgrown, this.#block]) block?.destroy();
  }
}

function isSame(bytes: Uint8Array, held: Uint8Array | undefined): boolean {
  return held?.length === bytes.length && bytes.every((byte, i) => byte === held[i]);
}
