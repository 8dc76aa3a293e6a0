import type { Served, Workload } from "../attention/types.js";

/** The process that measures whole layers of a spec's first model. */
export interface TargetProcess extends Served {
  /** From opening a package to the first result of a prompt, and the first decode step after it. */
  readonly cold: (given: { readonly file: string; readonly tokens: number }) => Promise<{
    readonly firstMs: number;
    readonly decodeMs: number | undefined;
  }>;
  /** Milliseconds in which the driver compiles the kernels of a first prefill, and nothing else. */
  readonly compiled: (given: { readonly file: string }) => Promise<number>;
  /** Medians of a decode step, of one that does nothing, and of reading as many bytes as it has to. */
  readonly wall: (work: Workload) => Promise<{
    readonly ms: number;
    readonly idleMs: number;
    readonly readMs: number;
    readonly bytes: number;
  }>;
  /** Milliseconds in which JavaScript encodes and submits a decode step of so many layers. */
  readonly encoding: (given: { readonly file: string; readonly layers: number }) => Promise<{
    readonly encodeMs: number;
    /** With `finish` and `submit`. */
    readonly ms: number;
    /** The same commands, given again without the runtime. */
    readonly bareMs: number;
  }>;
  /** Bytes that the runtime has on the device while it prefills. */
  readonly memory: (given: {
    readonly file: string;
    readonly tokens: number;
    readonly replaced: Readonly<Record<string, string>>;
  }) => Promise<{
    readonly weights: number;
    readonly cache: number;
    /** At most at a time, beyond weights, cache, x and y. */
    readonly extra: number;
    /** What is left of it after the call: names and bytes. */
    readonly parts: readonly (readonly [string, number])[];
  }>;
}
