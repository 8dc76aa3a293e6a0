import type { Batch } from "./call/batch.js";
import type { Rows } from "./call/input.js";
import type { ConnectOptions } from "./device/connect.js";
import type { Choice } from "./device/variant.js";
import type { Manifest } from "./manifest.js";
import type { OnProgress } from "./progress.js";
import type { Tensor } from "./weights/tensor.js";
import type { Weights } from "./weights/weights.js";

/** What a package says of its model in types, so that an editor knows what fits. */
export interface Model {
  /** Numbers of one token. */
  readonly hidden: number;
  /** Targets of the package's variants. */
  readonly target: string;
  /** The shapes of the checkpoint tensors that each layer reads, by layer and name. */
  readonly weights: Readonly<Record<number, Readonly<Record<string, readonly number[]>>>>;
}

export interface OpenOptions<Target extends string = string> extends ConnectOptions {
  readonly variant?: Target;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

/** Tensors of these shapes, by name. */
export type TensorsOf<Shapes> = {
  readonly [Name in keyof Shapes]: Shapes[Name] extends readonly number[]
    ? Tensor<Shapes[Name]>
    : never;
};

/** An open package on one device. */
export interface Session<M extends Model = Model> {
  readonly manifest: Manifest;
  /** The target of the kernels that run. */
  readonly variant: M["target"];
  /** Variants that the package prefers, and why they cannot run here. */
  readonly skipped: Choice["skipped"];
  /** For callers who make buffers of their own. */
  readonly device: GPUDevice;
  /**
   * Loads a layer: compiles its kernels and brings its weights to the device. The weights are read
   * again when `reopen` needs them. Throws GDA7401 for a layer that is not there, GDA7304 to GDA7309
   * for weights that do not fit, GDA7208 and GDA7210 for a device that is too small.
   */
  layer(
    index: number,
    weights: Weights | ReadonlyMap<string, Tensor>,
    options?: LoadOptions,
  ): Promise<Layer<M["hidden"]>>;
  layer<Index extends number & keyof M["weights"]>(
    index: Index,
    weights: TensorsOf<M["weights"][Index]>,
    options?: LoadOptions,
  ): Promise<Layer<M["hidden"]>>;
  /**
   * Takes another device, mostly since the old one was lost, and loads all layers again. Caches are
   * gone and say so. The session opens the device, unless the caller brings one.
   */
  reopen(where?: Pick<ConnectOptions, "gpu" | "device">): Promise<void>;
  /** Frees everything on the device, and the device unless the caller brought it. */
  close(): void;
}

export interface LoadOptions {
  readonly signal?: AbortSignal;
}

/** A call's tokens, and what is to become of its result. */
export interface Call extends Batch {
  /**
   * Rows as of x that are added to y as it is written: what a model keeps beside its attention,
   * such as x before its norm. It may be the buffer of y.
   */
  readonly residual?: Rows;
  /** Where y goes; left out, into a new array. */
  readonly y?: Float32Array | GPUBuffer;
  /** Aborts between two chunks; the cache's lengths are then as before. */
  readonly signal?: AbortSignal;
}

/** As x, `residual` and y of a call. */
export interface CallBuffers {
  readonly x: GPUBuffer;
  readonly residual?: GPUBuffer;
  readonly y: GPUBuffer;
}

/** What one step of a call took on the device, over all chunks and segments. */
export interface StepTime {
  readonly kernel: string;
  /** Spans of the spec that the step stands for. */
  readonly label: string;
  readonly ns: number;
}

/** A layer with its weights. */
export interface Layer<Hidden extends number = number> {
  readonly index: number;
  /**
   * Steps of the last call, in the order in which they run; `undefined` without `timing`, or where
   * the device has no timestamps.
   */
  readonly timing: readonly StepTime[] | undefined;
  /** Makes a cache; the capacity is the model's context if it is left out. Throws GDA7406, GDA7210. */
  cache(size?: Partial<CacheSize>): Cache;
  /**
   * Appends tokens to their sequences and gives a row of y for each. x and y are row-major [tokens,
   * hidden]; sequences lie one after the other. With y in memory it waits for the result, with a
   * buffer only until the work is submitted. Throws GDA7403 to GDA7411 before anything is written.
   */
  prefill(
    x: Rows<Hidden>,
    cache: Cache,
    call?: Call & { readonly y?: never },
  ): Promise<Float32Array>;
  prefill<Y extends Float32Array | GPUBuffer>(
    x: Rows<Hidden>,
    cache: Cache,
    call: Call & { readonly y: Y },
  ): Promise<Y>;
  /** As `prefill`, for one token of each sequence: of every slot, or of those in `slots`. */
  decode(
    x: Rows<Hidden>,
    cache: Cache,
    call?: Omit<Call, "rows"> & { readonly y?: never },
  ): Promise<Float32Array>;
  decode<Y extends Float32Array | GPUBuffer>(
    x: Rows<Hidden>,
    cache: Cache,
    call: Omit<Call, "rows"> & { readonly y: Y },
  ): Promise<Y>;
  /**
   * Records a call into the caller's encoder, on the session's device. The cache counts its tokens at
   * once. Any number of calls go into one encoder; it must be submitted before another encoder or
   * call of the session follows. Throws as `prefill` does, and GDA7409 while a call is under way.
   */
  encode(encoder: GPUCommandEncoder, buffers: CallBuffers, cache: Cache, batch?: Batch): void;
  /** Frees the weights and the caches. */
  destroy(): void;
}

/** How much a cache is to hold. */
export interface CacheSize {
  /** Sequences at a time, one in each slot. */
  readonly sequences: number;
  /** The most tokens of each. */
  readonly capacity: number;
  /** Left out, each slot has the memory of its whole capacity. */
  readonly paged?: Paging;
}

/** Memory that all slots of a cache share: a sequence takes blocks of it as it grows. */
export interface Paging {
  /** Tokens of a block, a power of two from 8 up. */
  readonly block: number;
  /** Blocks for all slots. */
  readonly blocks: number;
}

/**
 * Keys and values of one layer, for a fixed number of sequences, in blocks: without `paged` one for
 * each sequence, of its whole capacity.
 */
export interface Cache extends CacheSize {
  /** Cached tokens of each slot. */
  readonly lengths: readonly number[];
  /** Taken on the device. */
  readonly bytes: number;
  /** Blocks that no slot has. */
  readonly freeBlocks: number;
  /** The blocks that hold a slot's tokens, in order. Throws GDA7404 for a slot that is not there. */
  blockTable(slot: number): readonly number[];
  /**
   * Forgets the tokens of one slot, or of all, and gives back their blocks. Throws GDA7404 for a slot
   * that is not there, GDA7409 while a call is under way.
   */
  reset(slot?: number): void;
  /**
   * Gives a slot these blocks in place of its own, of whose tokens the first `length` count: those
   * of another slot for a prefix that both share, its own with a smaller length to go back, or free
   * ones to append to. Several slots may have a block that is full; the memory of free blocks stays
   * as it is until a slot appends to them. Throws GDA7404, GDA7409, and GDA7412 for blocks that are
   * not there, too few, not written as far, or still appended to by another slot.
   */
  assign(slot: number, blocks: readonly number[], length: number): void;
  /** Frees its memory on the device. */
  destroy(): void;
}
