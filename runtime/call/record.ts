import type { Gpu } from "../device/gpu.js";
import type { Timer } from "../device/timer.js";
import type { Chunk } from "./chunks.js";
import type { Pass } from "./step-lists.js";
import { tableFor } from "./tables.js";

/** Where the rows of a call come from and go to. */
export interface Ends {
  /** Of x. */
  readonly bring: Bring;
  /** Of the rows that are added to y, where there are any. */
  readonly add?: Bring;
  /** Takes a chunk's rows of y out of the buffer that kernels write. */
  readonly fetch: (encoder: GPUCommandEncoder, output: GPUBuffer, chunk: Chunk) => void;
}

/** Puts a chunk's rows into the buffer that kernels read. */
export type Bring = (encoder: GPUCommandEncoder, buffer: GPUBuffer, chunk: Chunk) => void;

/** Records a pass with all that it reads. */
export function recordPass(
  gpu: Gpu,
  encoder: GPUCommandEncoder,
  { steps, chunk, symbols }: Pass,
  ends: Ends,
  timer?: Timer,
): void {
  const { workspace } = gpu;
  workspace.begin(encoder);
  steps.provide(symbols);
  for (const { tensor, pooled } of steps.passing) {
    const buffer = workspace.pool.get(pooled);
    if (buffer === undefined) continue;
    const table = tableFor(tensor, chunk);
    if (table !== undefined) workspace.uploads.write(buffer, table);
    if (tensor.role === "input") ends.bring(encoder, buffer, chunk);
    if (tensor.role === "residual") ends.add?.(encoder, buffer, chunk);
  }
  steps.record(encoder, symbols, timer);
  for (const { tensor, pooled } of steps.passing) {
    const buffer = tensor.role === "output" ? workspace.pool.get(pooled) : undefined;
    if (buffer !== undefined) ends.fetch(encoder, buffer, chunk);
  }
  workspace.uploads.flush();
}
