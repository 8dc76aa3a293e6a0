import type { Gpu } from "../device/gpu.js";
import type { Timer } from "../device/timer.js";
import type { Symbols } from "../size.js";
import { chunkSymbols, type Chunk } from "./chunks.js";
import { roomSymbols } from "./plan.js";
import { poolName } from "./room.js";
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

/** Whether recording a pass would make buffers or bind groups, whose errors show only later. */
export function makesAnything(gpu: Gpu, { steps, chunk }: Pass, layer: Symbols): boolean {
  const needs = steps.needs(roomSymbols({ ...layer, ...chunkSymbols(chunk) }));
  return steps.stale || !gpu.workspace.pool.holds(needs);
}

/** Records a pass with all that it reads. `layer` are the symbols of the layer and its cache. */
export function recordPass(
  gpu: Gpu,
  encoder: GPUCommandEncoder,
  { steps, chunk }: Pass,
  layer: Symbols,
  ends: Ends,
  timer?: Timer,
): void {
  const { workspace } = gpu;
  const symbols = { ...layer, ...chunkSymbols(chunk) };
  workspace.begin(encoder);
  workspace.pool.provide(steps.needs(roomSymbols(symbols)));
  const fetches: (() => void)[] = [];
  for (const [name, tensor] of steps.passing) {
    const buffer = workspace.pool.get(poolName(name, tensor));
    if (buffer === undefined) continue;
    const table = tableFor(tensor, chunk);
    if (table !== undefined) workspace.uploads.write(buffer, table);
    if (tensor.role === "input") ends.bring(encoder, buffer, chunk);
    if (tensor.role === "residual") ends.add?.(encoder, buffer, chunk);
    if (tensor.role === "output") fetches.push(() => ends.fetch(encoder, buffer, chunk));
  }
  steps.record(encoder, symbols, timer);
  for (const fetch of fetches) fetch();
  workspace.uploads.flush();
}
