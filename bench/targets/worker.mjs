// Measurements of whole layers, each in a process of its own.
import { openGpu } from "../../dist/compiler/adapter/index.js";
import { randomInput } from "../../dist/compiler/reference/random.js";
import { open } from "../../dist/runtime/index.js";
import { serve } from "../attention/child.mjs";
import { median } from "../attention/timing.mjs";
import { compiledIn } from "./compiled.mjs";
import { packaged } from "./package.mjs";
import { replayOf } from "./replay.mjs";
import { wallOf } from "./wall.mjs";

const STEPS = 1000;

/** @satisfies {import("./types.js").TargetProcess} */
const served = {
  wall: wallOf,
  compiled: compiledIn,
  cold: async ({ file, tokens }) => {
    const gpu = await openGpu();
    const { opened, entry, weights } = await packaged(file, gpu);
    const { hidden } = opened.manifest;
    const x = randomInput(1, tokens, hidden);
    const start = performance.now();
    const session = await open(opened, { gpu });
    const layer = await session.layer(entry.index, weights);
    const cache = layer.cache({ sequences: 1, capacity: tokens + 1 });
    const prefix = entry.mask === "prefix" ? { prefix: [1] } : {};
    const y = await layer.prefill(x, cache, prefix);
    const firstMs = performance.now() - start;
    if (!y.every(Number.isFinite)) throw new Error("the result is not finite");
    if (entry.mask === "bidirectional") return { firstMs, decodeMs: undefined };
    const decoding = performance.now();
    await layer.decode(x.subarray(0, hidden), cache);
    return { firstMs, decodeMs: performance.now() - decoding };
  },
  encoding: async ({ file, layers: count }) => {
    const gpu = await openGpu();
    const { opened, entry, weights } = await packaged(file, gpu);
    const session = await open(opened, { gpu });
    const { device } = session;
    const size = opened.manifest.hidden * 4;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const [x, y] = [device.createBuffer({ size, usage }), device.createBuffer({ size, usage })];
    const step = async () => {
      const layer = await session.layer(entry.index, weights);
      const cache = layer.cache({ sequences: 1, capacity: STEPS + 20 });
      return (/** @type {GPUCommandEncoder} */ encoder) => {
        layer.encode(encoder, { x, y }, cache, { rows: [1] });
      };
    };
    const all = await Promise.all(Array.from({ length: count }, step));
    const encode = (/** @type {GPUCommandEncoder} */ encoder) => {
      for (const layer of all) layer(encoder);
    };
    await stepsOf(device, encode, 10);
    const bare = replayOf(device, encode);
    const own = await stepsOf(device, encode, STEPS);
    return { ...own, bareMs: (await stepsOf(device, bare, STEPS)).ms };
  },
  memory: async ({ file, tokens, replaced }) => {
    const gpu = await openGpu();
    const { opened, entry, weights } = await packaged(file, gpu, replaced);
    const session = await open(opened, { gpu });
    const { device } = session;
    /** @type {Map<GPUBuffer, GPUBufferDescriptor>} */
    const live = new Map();
    const sum = () => [...live.values()].reduce((bytes, { size }) => bytes + size, 0);
    let most = 0;
    const create = device.createBuffer.bind(device);
    Object.defineProperty(device, "createBuffer", {
      /** @param {GPUBufferDescriptor} descriptor */
      value: (descriptor) => {
        const buffer = create(descriptor);
        live.set(buffer, descriptor);
        const destroy = buffer.destroy.bind(buffer);
        Object.defineProperty(buffer, "destroy", {
          value: () => {
            live.delete(buffer);
            destroy();
          },
        });
        most = Math.max(most, sum());
        return buffer;
      },
    });
    const layer = await session.layer(entry.index, weights);
    const loaded = sum();
    const cache = layer.cache({ sequences: 1, capacity: tokens });
    const size = opened.manifest.hidden * 4 * tokens;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const [x, y] = [device.createBuffer({ size, usage }), device.createBuffer({ size, usage })];
    const before = sum();
    most = before;
    // Kernels on 4096 tokens take minutes on a CPU, and change nothing of what is counted.
    Object.defineProperty(device.queue, "submit", { value: () => {} });
    const known = new Set(live.keys());
    await layer.prefill(x, cache, { y, rows: [tokens] });
    const parts = [...live].flatMap(([buffer, { label, size: bytes }]) =>
      known.has(buffer) ? [] : [/** @type {const} */ ([label ?? "", bytes])],
    );
    return { weights: loaded, cache: cache.bytes, extra: most - before, parts };
  },
};
serve(served);

/**
 * Medians over steps before each of which the device is idle.
 * @param {GPUDevice} device
 * @param {(encoder: GPUCommandEncoder) => void} encode
 * @param {number} steps
 */
async function stepsOf(device, encode, steps) {
  const [encoding, whole] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let step = 0; step < steps; step++) {
    const start = performance.now();
    const encoder = device.createCommandEncoder();
    encode(encoder);
    encoding.push(performance.now() - start);
    device.queue.submit([encoder.finish()]);
    whole.push(performance.now() - start);
    await device.queue.onSubmittedWorkDone();
  }
  return { encodeMs: median(encoding), ms: median(whole) };
}
