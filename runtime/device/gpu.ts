import { closed, deviceLost, gpuError, outOfMemory } from "../codes.js";
import { clause, GdaError, gdaError, reasonOf } from "../error.js";
import type { Variant } from "../manifest.js";
import { alignDown, BUFFER_ALIGNMENT } from "../size.js";
import type { Connection } from "./connect.js";
import { Kernels } from "./kernels.js";
import { Readback } from "./readback.js";
import { Timer } from "./timer.js";
import { Workspace } from "./workspace.js";

/** How long the news of a lost device may take to come after what failed because of it. */
const LOSS_DELAY_MS = 200;

/** What came of something that was watched, and how it failed on the GPU's side, if it did. */
export interface Watched<T> {
  readonly value: T;
  readonly failure: Promise<GdaError | undefined>;
}

/** One device and all that lives and dies with it. */
export class Gpu {
  readonly device: GPUDevice;
  readonly variant: Variant;
  readonly kernels: Kernels;
  /** The largest binding that the device can make, in bytes. */
  readonly largestBinding: number;
  readonly workspace: Workspace;
  readonly readback: Readback;
  /** Only where timing is wanted and the device has timestamps. */
  readonly timer: Timer | undefined;
  readonly #own: boolean;
  #trouble: GdaError | undefined;
  #lost: GdaError | undefined;

  constructor(connection: Connection, text: (path: string) => Promise<string>, timing: boolean) {
    const { device, variant, own } = connection;
    this.device = device;
    this.variant = variant;
    this.#own = own;
    const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
    const largest = Math.min(maxBufferSize, maxStorageBufferBindingSize);
    this.largestBinding = alignDown(largest, BUFFER_ALIGNMENT);
    this.kernels = new Kernels(device, variant, text);
    this.workspace = new Workspace(device);
    this.readback = new Readback(device);
    const stamps = timing && device.features.has("timestamp-query");
    this.timer = stamps ? new Timer(device) : undefined;
    void device.lost.then(({ reason, message }) => {
      this.#lost ??= gdaError(deviceLost, { reason: clause(message) || reason });
    });
    // On the caller's device an error may well be the caller's, who has a listener for it.
    if (own) device.addEventListener("uncapturederror", this.#onError);
  }

  /** Does something at once whose failure comes to light only later; `bytes` is what it allocates. */
  watch<T>(doing: string, bytes: number, act: () => T): Watched<T> {
    const { device } = this;
    device.pushErrorScope("validation");
    device.pushErrorScope("out-of-memory");
    try {
      return { value: act(), failure: this.#outcome(doing, bytes) };
    } catch (error) {
      void this.#outcome(doing, bytes);
      throw error;
    }
  }

  async #outcome(doing: string, bytes: number): Promise<GdaError | undefined> {
    const scopes = [this.device.popErrorScope(), this.device.popErrorScope()];
    try {
      const [memory, validation] = await Promise.all(scopes);
      if (memory) return gdaError(outOfMemory, { doing, bytes });
      return validation
        ? gdaError(gpuError, { doing, reason: clause(validation.message) })
        : undefined;
    } catch {
      // Only a lost device has no answer, and `check` tells of that.
      return undefined;
    }
  }

  /** Keeps a failure that nobody waits for, so that the next call throws it. */
  remember(failure: Promise<GdaError | undefined>): void {
    void failure.then((error) => {
      this.#trouble ??= error;
    });
  }

  /** Throws what is known to have gone wrong: a lost device for ever, all else once. */
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
    if (this.#lost === undefined) await Promise.race([this.device.lost, delay]);
    return this.#lost ?? gdaError(gpuError, { doing, reason: reasonOf(thrown) }, thrown);
  }

  destroy(): void {
    this.#lost ??= gdaError(closed, {
      what: "device",
      advice: "Its session was closed or took another one meanwhile.",
    });
    this.device.removeEventListener("uncapturederror", this.#onError);
    this.workspace.destroy();
    this.readback.destroy();
    this.timer?.destroy();
    if (this.#own) this.device.destroy();
  }

  readonly #onError = ({ error }: GPUUncapturedErrorEvent): void => {
    const reason = clause(error.message);
    this.#trouble ??= gdaError(gpuError, { doing: "an earlier call", reason });
  };
}
