import type { LayerCache } from "../cache.js";
import type { Gpu } from "../device/gpu.js";
import { patiently } from "../device/patience.js";
import { Reads } from "../device/readback.js";
import type { LayerEntry, Step } from "../manifest.js";
import { sequencesOf, type Batch, type Sequence } from "./batch.js";
import type { PlacedSequence } from "./chunks.js";
import { bringFrom, fetchBack, fetchInto } from "./ends.js";
import { checkAdds, checkRoom, inputOf, type Rows } from "./input.js";
import { planChunks } from "./plan.js";
import { recordPass, type Ends } from "./record.js";
import type { Pass } from "./step-lists.js";

/** Where a call runs. */
export interface Place {
  readonly gpu: Gpu;
  readonly entry: LayerEntry;
  readonly hidden: number;
  readonly cache: LayerCache;
}

/** What each step of a call took, in nanoseconds over all its chunks and segments. */
export type StepTimes = ReadonlyMap<Step, number>;

/** What a call reads, and where its result goes. */
export interface CallRows<Y> {
  readonly x: Rows;
  /** Added to y. */
  readonly residual?: Rows | undefined;
  readonly y: Y;
}

/** A call that was checked and cut, and has written nothing yet. */
interface Plan {
  readonly read: Omit<Ends, "fetch">;
  readonly rows: number;
  readonly sequences: readonly PlacedSequence[];
  readonly passes: readonly Pass[];
}

/**
 * Runs a layer and waits for y if it goes to memory. The cache's lengths change only when all of that
 * went well.
 */
export async function forward(
  place: Place,
  { x, residual, y: into }: CallRows<Float32Array | GPUBuffer | undefined>,
  batch: Batch,
  signal: AbortSignal | undefined,
): Promise<{ readonly y: Float32Array | GPUBuffer; readonly times: StepTimes | undefined }> {
  const { gpu, hidden, cache } = place;
  await cache.made;
  const plan = planCall(place, { x, residual }, batch);
  const y = into ?? new Float32Array(plan.rows * hidden);
  checkRoom("y", y, plan.rows, hidden);

  const reads = new Reads(gpu.readback);
  const fetch = y instanceof Float32Array ? fetchBack(y, hidden, reads) : fetchInto(y, hidden);
  const times = gpu.timer && new Map<Step, number>();
  const run = async (): Promise<void> => {
    await submitAll(place, plan, signal, (encoder, pass) => {
      recordPass(gpu, encoder, pass, { ...plan.read, fetch }, gpu.timer);
      const { dispatched } = pass.steps;
      gpu.timer?.resolve(encoder, dispatched.length, reads, (ns) => {
        dispatched.forEach((step, i) => times?.set(step, (times.get(step) ?? 0) + (ns[i] ?? 0)));
      });
    });
    await reads.finish().catch(async (error: unknown) => {
      throw await gpu.explain("reading the result", error);
    });
    gpu.check();
  };
  try {
    await cache.hold(run);
  } catch (error) {
    reads.drop();
    throw error;
  }
  cache.advance(plan.sequences);
  return { y, times };
}

/**
 * Records a whole call into the caller's encoder. What fails on the GPU's side shows in the next call.
 */
export function encode(
  place: Place,
  encoder: GPUCommandEncoder,
  { y, ...given }: CallRows<GPUBuffer>,
  batch: Batch,
): void {
  const { gpu, hidden, cache } = place;
  const { read, sequences, passes, rows } = planCall(place, given, batch);
  checkRoom("y", y, rows, hidden);
  const ends: Ends = { ...read, fetch: fetchInto(y, hidden) };
  for (const pass of passes) {
    const record = (): void => {
      recordPass(gpu, encoder, pass, ends);
    };
    if (pass.steps.isReady(pass.symbols)) record();
    else gpu.remember(gpu.watch(doing(place), 0, record).failure);
  }
  cache.advance(sequences);
}

function planCall(
  { gpu, entry, hidden, cache }: Place,
  given: Omit<CallRows<unknown>, "y">,
  batch: Batch,
): Plan {
  gpu.check();
  cache.check(gpu);
  const x = inputOf("x", given.x, hidden);
  const residual = given.residual && inputOf("residual", given.residual, hidden);
  const { lengths, capacity } = cache;
  const masksPrefix = entry.mask === "prefix";
  const context = { lengths, capacity, masksPrefix, inputRows: x.rows };
  const sequences = cache.place(sequencesOf(batch, context));
  const rows = sequences.reduce((sum, sequence) => sum + sequence.rows, 0);
  checkRoom("x", x.data, rows, hidden);

  const lists = cache[phaseOf(sequences)];
  if (residual !== undefined) {
    checkAdds(lists.all.passing.map(({ tensor }) => tensor));
    checkRoom("residual", residual.data, rows, hidden);
  }
  const adds = residual ? 1 : 0;
  const cut = { residual: adds, chunk: gpu.variant.chunk, binding: gpu.largestBinding } as const;
  const passes = lists.passes(planChunks(sequences, lists.all, cut), adds);
  const read = {
    bring: bringFrom(gpu, x.data, hidden),
    ...(residual ? { add: bringFrom(gpu, residual.data, hidden) } : {}),
  };
  return { read, rows, sequences, passes };
}

/** Tokens of a sequence, such as those that speculative decoding proposes, that are few. */
const FEW = 8;

function phaseOf(sequences: readonly Sequence[]): "prefill" | "few" | "decode" {
  const most = Math.max(...sequences.map(({ rows }) => rows));
  if (most === 1) return "decode";
  return most <= FEW && sequences.some(({ position }) => position > 0) ? "few" : "prefill";
}

/** Submits pass after pass, with at most two on their way, so that a long call can be aborted. */
async function submitAll(
  place: Place,
  { passes }: Plan,
  signal: AbortSignal | undefined,
  record: (encoder: GPUCommandEncoder, pass: Pass) => void,
): Promise<void> {
  const { gpu, cache } = place;
  const { device } = gpu;
  let before: Promise<unknown> = Promise.resolve();
  for (const pass of passes) {
    signal?.throwIfAborted();
    gpu.check();
    cache.check(gpu);
    const submit = (): void => {
      const encoder = device.createCommandEncoder();
      record(encoder, pass);
      device.queue.submit([encoder.finish()]);
    };
    if (pass.steps.isReady(pass.symbols)) submit();
    else {
      const failure = await gpu.watch(doing(place), 0, submit).failure;
      if (failure !== undefined) {
        pass.steps.forget();
        throw failure;
      }
    }
    if (passes.length === 1) return;
    await patiently(before);
    // The loss of a device is told by itself.
    before = device.queue.onSubmittedWorkDone().catch(() => undefined);
  }
}

function doing({ entry }: Place): string {
  return `a call of layer ${entry.index}`;
}
