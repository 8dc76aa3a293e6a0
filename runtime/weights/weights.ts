import type { Dtype } from "./dtype.js";

export interface TensorInfo {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
}

/** Where weights come from: a safetensors file, a sharded checkpoint, tensors in memory. */
export interface Weights {
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  /** The bytes of `count` elements from element `first` on. */
  readonly read: (tensor: string, first: number, count: number) => Promise<Uint8Array>;
}
