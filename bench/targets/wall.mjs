import { setTimeout as rest } from "node:timers/promises";
import { openGpu } from "../../dist/compiler/adapter/index.js";
import { reading, runner } from "../attention/peaks.mjs";
import { gda } from "../attention/peers/gda.mjs";
import { problemOf } from "../attention/problem.mjs";
import { clocked, median } from "../attention/timing.mjs";

const ROUNDS = 60;
/** Milliseconds before each run: other engines run before each of the comparison with peers. */
const REST = 20;
/** Lanes of the workgroups that read fastest, on software and on hardware. */
const READERS = [8, 64];

/**
 * What bounds a decode step: the same call when its kernels find no row and return, and loops that
 * do nothing but read as many bytes as K and V have, less what a loop over nothing takes. In turn, so
 * that noise is alike.
 * @param {import("../attention/types.js").Workload} work
 */
export async function wallOf(work) {
  const gpu = await openGpu();
  const problem = problemOf(work);
  const whole = await gda(gpu, "best")(problem);
  const idle = await gda(gpu, "best")({ ...problem, tokens: 0 });
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null) throw new Error("There is no adapter.");
  const device = await adapter.requestDevice();
  const { k1, k2, v, shape } = problem;
  const bytes = k1.byteLength + (shape.ownKeys ? k2.byteLength : 0) + v.byteLength;
  const usage = GPUBufferUsage.STORAGE;
  const out = device.createBuffer({ size: 2 ** 20, usage });
  const source = device.createBuffer({ size: bytes, usage });
  const nothing = device.createBuffer({ size: 16, usage });
  const over = (/** @type {GPUBuffer} */ buffer, /** @type {number} */ lanes) =>
    runner(device, reading("vec4f", 4, lanes), [out, buffer], 16);
  const [empty, ...reads] = await Promise.all([
    over(nothing, 8),
    ...READERS.map((lanes) => over(source, lanes)),
  ]);
  const runs = [whole.run, idle.run, empty, ...reads];
  /** @type {readonly number[][]} */
  const times = runs.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, run] of runs.entries()) {
      await rest(REST);
      times[i]?.push(await clocked(run));
    }
  }
  const [ms = NaN, idleMs = NaN, emptyMs = NaN, ...readMs] = times.map(median);
  device.destroy();
  return { ms, idleMs, readMs: Math.min(...readMs) - emptyMs, bytes };
}
