import type { Cache, CacheSize, Call, CallBuffers, Layer, StepTime } from "./api.js";
import { LayerCache } from "./cache.js";
import { cacheSize } from "./cache-size.js";
import type { Batch } from "./call/batch.js";
import { encode, forward, type Place, type StepTimes } from "./call/forward.js";
import type { Rows } from "./call/input.js";
import { busy, closed, foreignCache, wrongBatch } from "./codes.js";
import type { Gpu } from "./device/gpu.js";
import { gdaError } from "./error.js";
import { loadLayer, type LoadedLayer } from "./load.js";
import type { LayerEntry, Manifest } from "./manifest.js";
import type { OnProgress } from "./progress.js";
import { destroySegments } from "./segments.js";
import type { Turns } from "./turns.js";
import type { Weights } from "./weights/weights.js";

/** What a layer needs of its session. */
export interface Host {
  readonly manifest: Manifest;
  readonly turns: Turns;
  readonly onProgress: OnProgress;
  /** Throws GDA7402 for a session that is closed. */
  readonly gpu: () => Gpu;
  readonly forget: (layer: SessionLayer) => void;
}

type Output = Float32Array | GPUBuffer;

/** A layer that is loaded again whenever its session takes another device. */
export class SessionLayer implements Layer {
  readonly #host: Host;
  readonly #entry: LayerEntry;
  readonly #weights: Weights;
  readonly #caches = new Set<LayerCache>();
  #loaded: LoadedLayer | undefined;
  #times: StepTimes | undefined;

  constructor(host: Host, entry: LayerEntry, weights: Weights) {
    this.#host = host;
    this.#entry = entry;
    this.#weights = weights;
  }

  get index(): number {
    return this.#entry.index;
  }

  get timing(): readonly StepTime[] | undefined {
    return (
      this.#times && [...this.#times].map(([{ kernel, label }, ns]) => ({ kernel, label, ns }))
    );
  }

  /** Brings the layer to a device, in place of the one where it was. */
  async load(gpu: Gpu, signal?: AbortSignal): Promise<void> {
    this.#free();
    this.#loaded = await loadLayer(gpu, this.#entry, this.#weights, this.#host.onProgress, signal);
  }

  cache(size: Partial<CacheSize> = {}): Cache {
    const whole = cacheSize(size, this.#host.manifest.context);
    const gpu = this.#host.gpu();
    gpu.check();
    const cache = new LayerCache(gpu, this, this.#layer(), this.#entry, whole);
    this.#caches.add(cache);
    return cache;
  }

  prefill(x: Rows, cache: Cache, call?: Call & { readonly y?: never }): Promise<Float32Array>;
  prefill<Y extends Output>(x: Rows, cache: Cache, call: Call & { readonly y: Y }): Promise<Y>;
  prefill(x: Rows, cache: Cache, call: Call = {}): Promise<Output> {
    return this.#host.turns.take(async () => {
      call.signal?.throwIfAborted();
      const place = this.#place(cache);
      const { y, times } = await forward(
        place,
        { x, residual: call.residual, y: call.y },
        call,
        call.signal,
      );
      this.#times = times;
      return y;
    });
  }

  decode(
    x: Rows,
    cache: Cache,
    call?: Omit<Call, "rows"> & { readonly y?: never },
  ): Promise<Float32Array>;
  decode<Y extends Output>(
    x: Rows,
    cache: Cache,
    call: Omit<Call, "rows"> & { readonly y: Y },
  ): Promise<Y>;
  async decode(x: Rows, cache: Cache, call: Omit<Call, "rows"> = {}): Promise<Output> {
    const rows = Array.from({ length: call.slots?.length ?? cache.sequences }, () => 1);
    if ("rows" in call) {
      const advice = "Leave `rows` out, or call `prefill`.";
      throw gdaError(wrongBatch, { problem: "`decode` takes one token of each sequence", advice });
    }
    const { y, ...others } = call;
    return y === undefined
      ? this.prefill(x, cache, { ...others, rows })
      : this.prefill(x, cache, { ...others, rows, y });
  }

  encode(encoder: GPUCommandEncoder, buffers: CallBuffers, cache: Cache, batch: Batch = {}): void {
    if (this.#host.turns.busy) throw gdaError(busy, {});
    encode(this.#place(cache), encoder, buffers, batch);
  }

  destroy(): void {
    this.#free();
    this.#host.forget(this);
  }

  forget(cache: LayerCache): void {
    this.#caches.delete(cache);
  }

  #free(): void {
    for (const cache of this.#caches) cache.destroy();
    if (this.#loaded !== undefined) destroySegments(this.#loaded.tensors);
    this.#loaded = undefined;
  }

  #place(cache: Cache): Place {
    const gpu = this.#host.gpu();
    gpu.check();
    this.#layer();
    if (!(cache instanceof LayerCache) || cache.owner !== this) throw gdaError(foreignCache, {});
    cache.check(gpu);
    return { gpu, entry: this.#entry, hidden: this.#host.manifest.hidden, cache };
  }

  #layer(): LoadedLayer {
    if (this.#loaded !== undefined) return this.#loaded;
    throw gdaError(closed, { what: "layer", advice: "Load it again with `session.layer()`." });
  }
}
