import type { Part } from "../../runtime/call/chunks.js";
import type { Format, KernelEntry, Program, Step } from "../../runtime/manifest.js";

/**
 * One candidate of an operation, ready to be run: plain data, since it goes to a process of its own
 * that knows nothing of attention and can be ended when a driver takes too long.
 */
export interface Job {
  readonly id: string;
  readonly kernels: Readonly<Record<string, KernelEntry>>;
  /** WGSL by the kernel's name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly tensors: Program["tensors"];
  readonly steps: readonly Step[];
  /** Tensors that are filled with numbers beforehand; the same for all jobs of an operation. */
  readonly filled: readonly Filled[];
  readonly output: string;
  readonly symbols: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly parts: readonly Part[];
}

export interface Filled {
  readonly name: string;
  readonly format: Format;
  readonly elements: number;
  /** Rows or units, for steps that go over segments. */
  readonly count: number;
  /** Standard deviation of the numbers. */
  readonly scale: number;
  /** Words of a row of an int8 cache: four values each, then a scale each. */
  readonly row?: { readonly quads: number; readonly scales: number };
}

/** What the process is asked, and what it answers. */
export type Question =
  | { readonly ask: "prepare"; readonly job: Job }
  | { readonly ask: "time"; readonly id: string; readonly runs: number }
  | { readonly ask: "forget" };

export type Answer =
  | {
      readonly answer: "prepared";
      /** From the text to the first result, what a driver compiles included. */
      readonly firstMs: number;
      /** Some numbers of the result, evenly spread. */
      readonly sample: readonly number[];
    }
  | { readonly answer: "timed"; readonly ms: readonly number[] }
  | { readonly answer: "forgotten" }
  | { readonly answer: "failed"; readonly reason: string };
