import type { Cache, CacheSize, Paging } from "./api.js";
import { BlockTables } from "./block-tables.js";
import { allocateCache, cacheBytes } from "./cache-memory.js";
import { cacheSymbols, layoutOf, type CacheLayout } from "./cache-layout.js";
import type { Sequence } from "./call/batch.js";
import { OPEN } from "./call/bound.js";
import type { PlacedSequence } from "./call/chunks.js";
import { StepLists } from "./call/step-lists.js";
import { busy, closed, lostCache } from "./codes.js";
import type { Gpu, Watched } from "./device/gpu.js";
import { gdaError, type GdaError } from "./error.js";
import type { LoadedLayer } from "./load.js";
import type { LayerEntry, Phases } from "./manifest.js";
import { destroySegments, type Segments } from "./segments.js";

/** Whoever made a cache, and frees those that are left. */
export interface CacheOwner {
  readonly forget: (cache: LayerCache) => void;
}

/** The cache of a loaded layer, with the layer's steps made ready for it. */
export class LayerCache implements Cache {
  readonly sequences: number;
  readonly capacity: number;
  readonly paged?: Paging;
  readonly bytes: number;
  readonly layout: CacheLayout;
  readonly owner: CacheOwner;
  /** Settles when the device has said whether it has the memory; `check` then throws if not. */
  readonly made: Promise<void>;
  readonly prefill: StepLists;
  readonly few: StepLists;
  readonly decode: StepLists;
  readonly #gpu: Gpu;
  readonly #tensors: Segments;
  readonly #tables: BlockTables;
  #failure: GdaError | undefined;
  #destroyed = false;
  #held = false;

  constructor(gpu: Gpu, owner: CacheOwner, layer: LoadedLayer, entry: LayerEntry, size: CacheSize) {
    const { program } = layer;
    this.sequences = size.sequences;
    this.capacity = size.capacity;
    if (size.paged !== undefined) this.paged = size.paged;
    this.layout = layoutOf(program, size);
    this.bytes = cacheBytes(program, entry, this.layout);
    this.owner = owner;
    this.#gpu = gpu;
    const { block, blocks } = this.layout;
    this.#tables = new BlockTables(size.sequences, size.capacity, block, blocks);
    const doing = `a cache of layer ${entry.index}`;
    const made: Watched<Segments> = gpu.watch(doing, this.bytes, () =>
      allocateCache(gpu, program, entry, this.layout),
    );
    this.#tensors = made.value;
    this.made = made.failure.then((failure) => {
      this.#failure = failure;
    });
    const { sequences: slots, capacity } = size;
    const known = { ...entry.constants, ...OPEN, capacity, slots, ...cacheSymbols(this.layout) };
    const listsOf = (phases: Phases): StepLists =>
      new StepLists(gpu.workspace, layer, made.value, phases, known);
    this.prefill = listsOf(program.prefill);
    this.few = listsOf(program.few);
    this.decode = listsOf(program.decode);
  }

  get lengths(): readonly number[] {
    return this.#tables.lengths;
  }

  get freeBlocks(): number {
    return this.#tables.free;
  }

  blockTable(slot: number): readonly number[] {
    return [...this.#tables.blocks(slot)];
  }

  reset(slot?: number): void {
    this.#checkHeld();
    this.#tables.reset(slot);
  }

  assign(slot: number, blocks: readonly number[], length: number): void {
    this.#checkHeld();
    this.#tables.assign(slot, blocks, length);
  }

  #checkHeld(): void {
    if (this.#held) throw gdaError(busy, {});
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

  /** Says where each sequence is to lie once its tokens are appended. Throws GDA7410 and GDA7411. */
  place(sequences: readonly Sequence[]): readonly PlacedSequence[] {
    const { block, blockStride: stride } = this.layout;
    const tables = this.#tables.plan(sequences);
    return sequences.map((sequence, i) => {
      const table = { block, blocks: tables[i] ?? [], stride };
      return { ...sequence, table };
    });
  }

  /** Lets nobody change the slots while tokens are on their way to them. */
  async hold(work: () => Promise<void>): Promise<void> {
    this.#held = true;
    try {
      await work();
    } finally {
      this.#held = false;
    }
  }

  /** Counts tokens that are now in their slots. */
  advance(sequences: readonly PlacedSequence[]): void {
    for (const { slot, keys, table } of sequences) this.#tables.commit(slot, keys, table.blocks);
  }
}
