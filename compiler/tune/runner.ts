import { recordPass } from "../../runtime/call/record.js";
import { passOver, type Pass } from "../../runtime/call/step-lists.js";
import { Steps } from "../../runtime/call/steps.js";
import { Gpu } from "../../runtime/device/gpu.js";
import { Kernels } from "../../runtime/device/kernels.js";
import { patiently } from "../../runtime/device/patience.js";
import { Reads } from "../../runtime/device/readback.js";
import { BufferUsage } from "../../runtime/device/usage.js";
import type { Variant } from "../../runtime/manifest.js";
import type { Segment } from "../../runtime/segments.js";
import { filledBytes } from "./fill.js";
import type { Answer, Filled, Job, Question } from "./job.js";

/** How many numbers of a result are compared. */
const SAMPLED = 4096;

/** What is shorter is run several times, and at most so often. */
const LEAST_MS = 4;
const MOST_REPEATS = 64;

const ends = { bring: () => undefined, fetch: () => undefined };

interface Prepared {
  readonly job: Job;
  readonly pass: Pass;
}

/** Runs candidates on one device and says how long they took. */
export class Runner {
  readonly #gpu: Gpu;
  readonly #tensors = new Map<string, readonly [Segment]>();
  readonly #prepared = new Map<string, Prepared>();

  constructor(device: GPUDevice) {
    const connection = { device, own: true, variant: variantOf(), skipped: [] };
    this.#gpu = new Gpu(connection, () => Promise.resolve(""), true);
  }

  async answer(question: Question): Promise<Answer> {
    try {
      switch (question.ask) {
        case "prepare":
          return await this.#prepare(question.job);
        case "time":
          return await this.#time(question.id, question.runs);
        case "forget":
          this.#forget();
          return { answer: "forgotten" };
      }
    } catch (error) {
      return { answer: "failed", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async #prepare(job: Job): Promise<Answer> {
    const { device, workspace } = this.#gpu;
    const fixed = new Map(job.filled.map((filled) => [filled.name, this.#tensor(filled)]));
    await patiently(device.queue.onSubmittedWorkDone());
    const start = performance.now();
    const text = (file: string): Promise<string> => Promise.resolve(job.texts[file] ?? "");
    const kernels = new Kernels(device, variantOf(job), text);
    const ready = await kernels.compile(new Set(Object.keys(job.kernels)), () => undefined);
    const program = {
      tensors: job.tensors,
      load: [],
      prefill: noPhases,
      few: noPhases,
      decode: noPhases,
    };
    const steps = new Steps(workspace, program, job.steps, ready, fixed, job.symbols);
    const chunk = { firstRow: 0, rows: job.rows, parts: job.parts };
    const prepared = { job, pass: passOver(chunk, steps, 0) };
    const { failure, value } = this.#gpu.watch("a candidate", 0, () => this.#run(prepared));
    const [trouble] = await Promise.all([failure, value]);
    if (trouble) throw trouble;
    const firstMs = performance.now() - start;
    this.#prepared.set(job.id, prepared);
    return { answer: "prepared", firstMs, sample: await this.#sample(job, fixed) };
  }

  async #time(id: string, runs: number): Promise<Answer> {
    const prepared = this.#prepared.get(id);
    if (prepared === undefined) throw new Error(`no candidate ${id}`);
    const first = await this.#run(prepared);
    const repeats = Math.min(MOST_REPEATS, Math.ceil(LEAST_MS / first));
    const ms: number[] = repeats > 1 ? [] : [first];
    while (ms.length < runs) {
      ms.push(repeats > 1 ? await this.#repeated(prepared, repeats) : await this.#run(prepared));
    }
    this.#gpu.check();
    return { answer: "timed", ms };
  }

  /** Milliseconds on the device where it has timestamps, else on the clock. */
  async #run({ pass }: Prepared): Promise<number> {
    const { device, timer } = this.#gpu;
    const encoder = device.createCommandEncoder();
    const reads = new Reads(this.#gpu.readback);
    let onDevice: number | undefined;
    recordPass(this.#gpu, encoder, pass, ends, timer);
    timer?.resolve(encoder, pass.steps.dispatched.length, reads, (times) => {
      onDevice = times.reduce((sum, ns) => sum + ns, 0) / 1e6;
    });
    const start = performance.now();
    device.queue.submit([encoder.finish()]);
    await reads.finish();
    if (timer === undefined) await patiently(device.queue.onSubmittedWorkDone());
    return onDevice ?? performance.now() - start;
  }

  /** Milliseconds of one run among several in one submission: timestamps are too coarse for short ones. */
  async #repeated({ pass }: Prepared, repeats: number): Promise<number> {
    const { queue } = this.#gpu.device;
    const encoder = this.#gpu.device.createCommandEncoder();
    for (let run = 0; run < repeats; run++) recordPass(this.#gpu, encoder, pass, ends);
    const start = performance.now();
    queue.submit([encoder.finish()]);
    await queue.onSubmittedWorkDone();
    return (performance.now() - start) / repeats;
  }

  async #sample(job: Job, fixed: ReadonlyMap<string, readonly [Segment]>): Promise<number[]> {
    const buffer = fixed.get(job.output)?.[0].buffer;
    if (buffer === undefined) return [];
    const { device, readback } = this.#gpu;
    const reads = new Reads(readback);
    const encoder = device.createCommandEncoder();
    let sample: number[] = [];
    const staging = reads.expect(buffer.size, (data) => {
      sample = spread(new Float32Array(data, 0, buffer.size / 4), SAMPLED);
    });
    encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
    // So that a candidate that writes nothing does not pass with what was there before.
    encoder.clearBuffer(buffer);
    device.queue.submit([encoder.finish()]);
    await reads.finish();
    return sample;
  }

  #tensor(filled: Filled): readonly [Segment] {
    const known = this.#tensors.get(filled.name);
    if (known !== undefined) return known;
    const bytes = filledBytes(filled);
    const { device } = this.#gpu;
    const usage = BufferUsage.storage | BufferUsage.copySource | BufferUsage.copyTarget;
    const buffer = device.createBuffer({ label: filled.name, size: bytes.byteLength, usage });
    device.queue.writeBuffer(buffer, 0, new Uint8Array(bytes));
    const made = [{ buffer, first: 0, count: filled.count }] as const;
    this.#tensors.set(filled.name, made);
    return made;
  }

  #forget(): void {
    for (const [{ buffer }] of this.#tensors.values()) buffer.destroy();
    this.#tensors.clear();
    this.#prepared.clear();
  }
}

/** At most so many of all numbers, from the first to the last ones: an operation may write those alone. */
export function spread(all: Float32Array, most: number): number[] {
  const length = Math.min(most, all.length);
  return Array.from({ length }, (_, i) => all[Math.floor((i * all.length) / length)] ?? 0);
}

const noPhases = { keys: [], queries: [] };

function variantOf(job?: Job): Variant {
  const kernels = job?.kernels ?? {};
  return { target: "tune", features: [], limits: {}, chunk: 1, kernels, programs: {} };
}
