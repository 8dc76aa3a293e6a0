/** How far a layer is loaded: kernels that are compiled, or bytes of weights that are on the device. */
export interface Progress {
  readonly stage: "compile" | "weights";
  readonly layer: number;
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;
