// The process of one engine: prepares a workload, runs it as often as it is asked to, lets it go.
import { openGpu } from "../../dist/compiler/adapter/index.js";
import { noteAdapters } from "./adapter-seen.mjs";
import { serve } from "./child.mjs";
import { peers } from "./peers.mjs";
import { problemOf, sampleOf } from "./problem.mjs";
import { clocked } from "./timing.mjs";

/** @typedef {import("./types.js").Prepared} Prepared */
/** @typedef {import("./types.js").Problem} Problem */

const peer = peers.find(({ name }) => name === process.argv[2]);
if (peer === undefined) throw new Error(`There is no engine ${process.argv[2] ?? ""}.`);
const gpu = await openGpu();
const seen = noteAdapters(gpu);
const prepare = await peer.load(gpu);

/** @type {{ problem: Problem; prepared: Prepared; out: Float32Array } | undefined} */
let current;

function begun() {
  if (current === undefined) throw new Error("Nothing is prepared.");
  return current;
}

/** @satisfies {import("./types.js").EngineProcess} */
const served = {
  prepare: async (/** @type {import("./types.js").Workload} */ workload) => {
    const problem = problemOf(workload);
    const start = performance.now();
    const prepared = await prepare(problem);
    const out = await prepared.run();
    const firstMs = performance.now() - start;
    const sample = sampleOf(problem, out, prepared.at);
    await prepared.run();
    current = { problem, prepared, out };
    return { firstMs, sample, adapter: seen(), timesDevice: prepared.device !== undefined };
  },
  run: () => {
    const { prepared } = begun();
    return clocked(async () => {
      begun().out = await prepared.run();
    });
  },
  device: async () => (await begun().prepared.device?.()) ?? NaN,
  close: async () => {
    const { problem, prepared, out } = begun();
    const sample = sampleOf(problem, out, prepared.at);
    await prepared.close();
    current = undefined;
    return sample;
  },
};
serve(served);
