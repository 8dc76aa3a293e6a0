import { deviceLost, gpuError, outOfMemory } from "../codes.js";
import { GdaError, gdaError, reasonOf } from "../error.js";
import type { Variant } from "../manifest.js";
import type { Connection } from "./connect.js";
import { Kernels } from "./kernels.js";
import { Pool } from "./pool.js";
import { Readback } from "./readback.js";
import { Uploads } from "./uploads.js";

/** How long the news of a lost device may take to come after what failed because of it. */
const LOSS_DELAY_MS = 200;

/** One device and all that lives and dies with it. */
export class Gpu {
  readonly device: GPUDevice;
  readonly variant: Variant;
  readonly kernels: Kernels;
  readonly pool: Pool;
  readonly uploads: Uploads;
  readonly readback: Readback;
  readonly #own: boolean;
  readonly #watched = new Set<Promise<void>>();
  #trouble: GdaError | undefined;
  #lost: GdaError | undefined;

  constructor(connection: Connection, text: (path: string) => Promise<string>) {
    const { device, variant, own } = connection;
    this.device = device;
    this.variant = variant;
    this.#own = own;
    this.kernels = new Kernels(device, variant, text);
    this.pool = new Pool(device);
    this.uploads = new Uploads(device);
    this.readback = new Readback(device);
    void device.lost.then(({ reason, message }) => {
      this.#lost = gdaError(deviceLost, { reason: message.replace(/\.$/, "") || reason });
    });
    // On the caller's device an error may well be the caller's, who has a listener for it.
    if (own) device.addEventListener("uncapturederror", this.#onError);
  }

  /** The binding that the device can make at most, in bytes. */
  get largestBinding(): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.device.limits;
    return Math.min(maxBufferSize, maxStorageBufferBindingSize);
  }

  /**
   * Does something that may fail on the GPU's side of the fence. The failure comes to light in
   * `settle`, or in the next call.
   */
  watch<T>(doing: string, bytes: number, act: () => T): T {
    const { device } = this;
    device.pushErrorScope("validation");
    device.pushErrorScope("out-of-memory");
    try {
      return act();
    } finally {
      this.#follow(device.popErrorScope(), () => gdaError(outOfMemory, { doing, bytes }));
      this.#follow(device.popErrorScope(), (reason) => gdaError(gpuError, { doing, reason }));
    }
  }

  /** Waits until all that is watched has come out, and throws what has gone wrong since. */
  async settle(): Promise<void> {
    while (this.#watched.size > 0) await Promise.all(this.#watched);
    this.check();
  }

  /** Throws what is known to have gone wrong; a lost device for ever, all else once. */
  check(): void {
    if (this.#lost !== undefined) throw this.#lost;
    const trouble = this.#trouble;
    this.#trouble = undefined;
    if (trouble !== undefined) throw trouble;
  }

  /** What a failed promise of WebGPU is a sign of: mostly the loss of the device. */
  async explain(doing: string, thrown: unknown): Promise<unknown> {
    if (thrown instanceof GdaError) return thrown;
    const delay = new Promise((resolve) => setTimeout(resolve, LOSS_DELAY_MS));
    await Promise.race([this.device.lost, delay]);
    return this.#lost ?? gdaError(gpuError, { doing, reason: reasonOf(thrown) }, thrown);
  }

  destroy(): void {
    this.device.removeEventListener("uncapturederror", this.#onError);
    this.pool.destroy();
    this.uploads.destroy();
    this.readback.destroy();
    if (this.#own) this.device.destroy();
  }

  #follow(scope: Promise<GPUError | null>, explain: (reason: string) => GdaError): void {
    const outcome = scope.then(
      (error) => {
        if (error !== null) this.#trouble ??= explain(error.message);
        this.#watched.delete(outcome);
      },
      // The scope of a lost device: the loss is told by itself.
      () => {
        this.#watched.delete(outcome);
      },
    );
    this.#watched.add(outcome);
  }

  readonly #onError = ({ error }: GPUUncapturedErrorEvent): void => {
    this.#trouble ??= gdaError(gpuError, { doing: "an earlier call", reason: error.message });
  };
}
