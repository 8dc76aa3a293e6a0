import type { Cache, CacheSize } from "./api.js";
import { allocateCache, cacheBytes } from "./cache-memory.js";
import { layoutOf, type CacheLayout } from "./cache-layout.js";
import type { Sequence } from "./call/batch.js";
import type { PlacedSequence } from "./call/chunks.js";
import { StepLists } from "./call/step-lists.js";
import { closed, lostCache, wrongBatch } from "./codes.js";
import type { Gpu, Watched } from "./device/gpu.js";
import { gdaError, type GdaError } from "./error.js";
import type { LoadedLayer } from "./load.js";
import type { LayerEntry } from "./manifest.js";
import { destroySegments, type Segments } from "./segments.js";

/** Whoever made a cache, and frees those that are left. */
export interface CacheOwner {
  readonly forget: (cache: LayerCache) => void;
}

/** The cache of a loaded layer, with the layer's steps made ready for it. */
export class LayerCache implements Cache {
  readonly sequences: number;
  readonly capacity: number;
  readonly bytes: number;
  readonly layout: CacheLayout;
  readonly owner: CacheOwner;
  /** Settles when the device has said whether it has the memory; `check` then throws if not. */
  readonly made: Promise<void>;
  readonly prefill: StepLists;
  readonly decode: StepLists;
  readonly #gpu: Gpu;
  readonly #tensors: Segments;
  readonly #lengths: number[];
  #failure: GdaError | undefined;
  #destroyed = false;

  constructor(gpu: Gpu, owner: CacheOwner, layer: LoadedLayer, entry: LayerEntry, size: CacheSize) {
    const { program } = layer;
    this.sequences = size.sequences;
    this.capacity = size.capacity;
    this.layout = layoutOf(program, size);
    this.bytes = cacheBytes(program, entry, this.layout);
    this.owner = owner;
    this.#gpu = gpu;
    this.#lengths = Array.from({ length: size.sequences }, () => 0);
    const doing = `a cache of layer ${entry.index}`;
    const made: Watched<Segments> = gpu.watch(doing, this.bytes, () =>
      allocateCache(gpu, program, entry, this.layout),
    );
    this.#tensors = made.value;
    this.made = made.failure.then((failure) => {
      this.#failure = failure;
    });
    this.prefill = new StepLists(gpu.workspace, layer, made.value, program.prefill);
    this.decode = new StepLists(gpu.workspace, layer, made.value, program.decode);
  }

  get lengths(): readonly number[] {
    return [...this.#lengths];
  }

  reset(slot?: number): void {
    if (slot === undefined) this.#lengths.fill(0);
    else if (this.#lengths[slot] !== undefined) this.#lengths[slot] = 0;
    else {
      const advice = `It has slots 0 to ${this.sequences - 1}.`;
      throw gdaError(wrongBatch, { problem: `The cache has no slot ${slot}`, advice });
    }
  }

  destroy(): void {
    this.#destroyed = true;
    destroySegments(this.#tensors);
    this.owner.forget(this);
  }

  /** Throws GDA7402 or GDA7408 where it is not there any more, GDA7208 where it never was. */
  check(gpu: Gpu): void {
    if (this.#gpu !== gpu) throw gdaError(lostCache, {});
    if (this.#destroyed) {
      throw gdaError(closed, { what: "cache", advice: "Make a new one with `layer.cache()`." });
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Where each sequence lies. */
  place(sequences: readonly Sequence[]): readonly PlacedSequence[] {
    const { block, blockStride } = this.layout;
    return sequences.map((sequence) => {
      const table = { block, units: [sequence.slot * blockStride] };
      return { ...sequence, table };
    });
  }

  /** Counts tokens that are now in a slot. */
  advance(slot: number, length: number): void {
    this.#lengths[slot] = length;
  }
}
