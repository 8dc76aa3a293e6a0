import assert from "node:assert/strict";
import type { Machine } from "../../compiler/kernels/machine.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { mix } from "../../compiler/reference/random.js";
import type { Cache, Layer, Session } from "../../runtime/index.js";
import { openDevice } from "../runtime/support/devices.js";
import { collect } from "./collect.js";
import { openLayer } from "./kernels.js";
import { Ledger } from "./ledger.js";
import { fact, layerPlan } from "./plans.js";
import { randomNumbers, randomWeights } from "./random.js";
import { relativeError } from "./relative.js";

const hidden = 32;
const dtype = { weights: "f32", cache: "f16", accumulate: "f32" } as const;
const layer = layerPlan({
  classes: [{ groups: 2, signal: 2, noise: 1 }],
  headDim: 16,
  valueDim: 32,
  rope: { pairing: "half", theta: 10_000, scaling: { kind: "none" } },
  lambda: { kind: "sigmoid", per: "signal" },
  headNorm: { kind: "rms", eps: 1e-5, times: 1 },
});
const weights = randomWeights(7, layer, hidden);

/** Caches at a time, and the most that one is made for. */
const held = 3;
const most = { sequences: 4, capacity: 160 };
/** Parts of a run: after each, all caches are freed and what is left is counted. */
const parts = 20;

/** What is left when no cache is there. */
export interface Sample {
  readonly steps: number;
  readonly buffers: number;
  readonly bytes: number;
  /** Of the process, in MiB. */
  readonly resident: number;
}

export interface LongRun {
  readonly samples: readonly Sample[];
  /** After the session was closed. */
  readonly left: number;
  readonly caches: number;
  readonly resets: number;
  readonly encoded: number;
  readonly compared: number;
  /** The largest relative error of a step that was compared. */
  readonly largest: number;
}

/** The tokens of a slot since its last reset. */
interface Told {
  readonly x: Float32Array;
  length: number;
}

interface Held {
  readonly cache: Cache;
  readonly slots: Told[];
}

/**
 * So many decode steps over caches that come and go, contiguous and paged, whose sequences are of
 * different lengths, begin anew and give back their blocks. Half way the device is lost, and another
 * one takes over. Every `compare`-th step is compared with the reference.
 */
export async function longRun(steps: number, compare: number, machine: Machine): Promise<LongRun> {
  const walk = new Walk(machine, compare);
  await walk.open();
  const part = Math.ceil(steps / parts);
  for (let done = 0; done < steps; done += part) {
    if (done === part * (parts / 2)) await walk.loseDevice();
    for (let i = done; i < Math.min(done + part, steps); i++) await walk.step(i);
    walk.sample(Math.min(done + part, steps));
  }
  return walk.close();
}

class Walk {
  readonly #machine: Machine;
  readonly #compare: number;
  readonly #ledger = new Ledger();
  readonly #samples: Sample[] = [];
  readonly #caches: (Held | undefined)[] = [];
  readonly #counts = { caches: 0, resets: 0, encoded: 0, compared: 0, largest: 0 };
  #drawn = 0;
  #opened: { readonly session: Session; readonly layer: Layer } | undefined;
  #ends: Ends | undefined;

  constructor(machine: Machine, compare: number) {
    this.#machine = machine;
    this.#compare = compare;
  }

  async open(): Promise<void> {
    const device = await this.#device();
    const overrides = { dtype: fact(dtype) };
    this.#opened = await openLayer(layer, hidden, weights, this.#machine, overrides, device);
    await this.#warm();
  }

  async step(number: number): Promise<void> {
    const at = this.#draw(held);
    if (this.#draw(40) === 0) this.#free(at);
    const one = (this.#caches[at] ??= this.#make());
    const slots = one.slots.flatMap((_, slot) => (this.#draw(3) > 0 ? [slot] : []));
    const chosen = slots.length === 0 ? [0] : slots;
    for (const slot of chosen) {
      if (told(one, slot).length === one.cache.capacity || this.#draw(30) === 0)
        await this.#restart(one, slot);
    }
    while (one.cache.freeBlocks < chosen.length && one.cache.paged) {
      const longest = Math.max(...one.slots.map(({ length }) => length));
      await this.#restart(
        one,
        one.slots.findIndex(({ length }) => length === longest),
      );
    }
    const x = joined(chosen.map((slot) => next(told(one, slot), 1)));
    const y =
      this.#draw(4) === 0 ? await this.#encode(one, chosen, x) : await this.#run(one, chosen, x);
    for (const slot of chosen) told(one, slot).length++;
    assert(y.every(Number.isFinite));
    if (number % this.#compare === 0) this.#check(one, chosen, y);
  }

  /** Ends a device that holds caches; what is left of it must be told, freed and forgotten. */
  async loseDevice(): Promise<void> {
    const { session, layer: loaded } = this.#parts();
    const one = this.#make();
    session.device.destroy();
    const token = next(told(one, 0), 1);
    const call = (): Promise<Float32Array> => loaded.decode(token, one.cache, { slots: [0] });
    await assert.rejects(call(), { code: "GDA7206" });
    this.#freeEnds();
    await session.reopen({ device: await this.#device() });
    await assert.rejects(call(), { code: "GDA7408" });
    this.#caches.length = 0;
    await this.#warm();
  }

  sample(steps: number): void {
    for (const at of this.#caches.keys()) this.#free(at);
    collect();
    const resident = process.memoryUsage().rss / 2 ** 20;
    const { buffers, bytes } = this.#ledger;
    this.#samples.push({ steps, buffers, bytes, resident });
  }

  close(): LongRun {
    const { session } = this.#parts();
    this.#freeEnds();
    const { device } = session;
    session.close();
    device.destroy();
    return { samples: this.#samples, left: this.#ledger.buffers, ...this.#counts };
  }

  /** Has the session make everything as large as it will ever need it. */
  async #warm(): Promise<void> {
    const { layer: loaded } = this.#parts();
    const { sequences, capacity } = most;
    // Small blocks make long tables.
    const paged = { block: 8, blocks: sequences * Math.ceil(capacity / 8) };
    const rows = Array.from({ length: sequences }, () => capacity - 1);
    const prompt = randomNumbers(1, "warm", sequences * (capacity - 1) * hidden);
    const tokens = randomNumbers(2, "warm", sequences * hidden);
    for (const size of [most, { ...most, paged }]) {
      const cache = loaded.cache(size);
      await loaded.prefill(prompt, cache, { rows });
      await loaded.decode(tokens, cache);
      cache.destroy();
    }
    this.#ends = endsOn(this.#parts().session.device);
  }

  #parts(): { readonly session: Session; readonly layer: Layer } {
    if (this.#opened === undefined) throw new Error("the run has not begun");
    return this.#opened;
  }

  async #device(): Promise<GPUDevice> {
    return this.#ledger.watch(
      await openDevice(this.#machine.hands === "subgroup" ? ["subgroups"] : []),
    );
  }

  #make(): Held {
    const sequences = 1 + this.#draw(most.sequences);
    const capacity = 8 + this.#draw(most.capacity - 7);
    const block = 8 << this.#draw(3);
    const blocks = 3 * sequences + this.#draw(8);
    const paged = this.#draw(2) === 0 ? { paged: { block, blocks } } : {};
    this.#counts.caches++;
    const slots = Array.from({ length: sequences }, () => this.#begin(capacity));
    return { cache: this.#parts().layer.cache({ sequences, capacity, ...paged }), slots };
  }

  #free(at: number): void {
    this.#caches[at]?.cache.destroy();
    this.#caches[at] = undefined;
  }

  #freeEnds(): void {
    const { x, y, back } = this.#ends ?? {};
    for (const buffer of [x, y, back]) buffer?.destroy();
    this.#ends = undefined;
  }

  #begin(capacity: number): Told {
    return { x: randomNumbers(this.#draw(2 ** 30), "x", capacity * hidden), length: 0 };
  }

  /** Gives back a slot's blocks and begins another sequence in it, mostly with a prompt. */
  async #restart({ cache, slots }: Held, slot: number): Promise<void> {
    this.#counts.resets++;
    cache.reset(slot);
    const begun = (slots[slot] = this.#begin(cache.capacity));
    const rows = this.#draw(8);
    if (rows === 0 || (cache.paged && cache.freeBlocks === 0)) return;
    await this.#parts().layer.prefill(next(begun, rows), cache, { rows: [rows], slots: [slot] });
    begun.length = rows;
  }

  #run({ cache }: Held, slots: readonly number[], x: Float32Array): Promise<Float32Array> {
    return this.#parts().layer.decode(x, cache, { slots });
  }

  async #encode(
    { cache }: Held,
    slots: readonly number[],
    data: Float32Array,
  ): Promise<Float32Array> {
    const { session, layer: loaded } = this.#parts();
    const { device } = session;
    const { x, y, back } = (this.#ends ??= endsOn(device));
    this.#counts.encoded++;
    device.queue.writeBuffer(x, 0, new Float32Array(data));
    const encoder = device.createCommandEncoder();
    loaded.encode(encoder, { x, y }, cache, { rows: slots.map(() => 1), slots });
    encoder.copyBufferToBuffer(y, 0, back, 0, data.byteLength);
    device.queue.submit([encoder.finish()]);
    await back.mapAsync(GPUMapMode.READ);
    const found = new Float32Array(back.getMappedRange().slice(0, data.byteLength));
    back.unmap();
    return found;
  }

  #check(one: Held, slots: readonly number[], y: Float32Array): void {
    slots.forEach((slot, i) => {
      const { x, length } = told(one, slot);
      const rows = [length - 1];
      const seen = x.subarray(0, length * hidden);
      const expected = evaluate(layer, hidden, weights, seen, { rows, cache: dtype.cache }).y;
      const error = relativeError(y.subarray(i * hidden, (i + 1) * hidden), expected);
      this.#counts.compared++;
      this.#counts.largest = Math.max(this.#counts.largest, error);
    });
  }

  /** A whole number below `below`. */
  #draw(below: number): number {
    return Math.floor(((mix(this.#drawn++) >>> 0) / 2 ** 32) * below);
  }
}

/** What a caller of `encode` has: tokens, results, and the way back to memory. */
interface Ends {
  readonly x: GPUBuffer;
  readonly y: GPUBuffer;
  readonly back: GPUBuffer;
}

function endsOn(device: GPUDevice): Ends {
  const size = most.sequences * hidden * Float32Array.BYTES_PER_ELEMENT;
  const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const read = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
  return {
    x: device.createBuffer({ size, usage }),
    y: device.createBuffer({ size, usage }),
    back: device.createBuffer({ size, usage: read }),
  };
}

function told({ slots }: Held, slot: number): Told {
  const found = slots[slot];
  if (found === undefined) throw new RangeError(`no slot ${slot}`);
  return found;
}

/** The next tokens of a sequence. */
function next({ x, length }: Told, rows: number): Float32Array {
  return x.subarray(length * hidden, (length + rows) * hidden);
}

/** The rows of several calls in one. */
function joined(all: readonly Float32Array[]): Float32Array {
  return Float32Array.from(all.flatMap((one) => [...one]));
}
