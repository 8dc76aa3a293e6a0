// Targets of gda's own kernels, on workloads that run in turn.
import { Engine } from "../attention/engine.mjs";
import { peers } from "../attention/peers.mjs";
import { timed } from "../attention/timing.mjs";
import { bytes, nameOf, shapes, workload } from "../attention/workloads.mjs";

/** @typedef {import("../attention/types.js").Workload} Workload */
/** @typedef {import("../attention/types.js").Shape} Shape */
/** @typedef {import("../attention/types.js").Target} Target */
/** @typedef {{ readonly size: "quick" | "full"; readonly say: (text: string) => void;
 *   readonly results: import("../attention/types.js").Results }} Context */

const BUDGET = { rounds: 15, cellMs: 30_000 };

/**
 * Milliseconds between timestamps of gda on each workload, by their names; of the clock where the
 * adapter has no timestamps.
 * @param {readonly Workload[]} workloads
 * @param {(text: string) => void} say
 */
async function times(workloads, say) {
  const [gda] = peers;
  if (gda === undefined) throw new Error("There is no gda.");
  const entries = workloads.map((each) => ({ engine: new Engine(gda), workload: each }));
  const outcomes = await timed(entries, BUDGET, (text) => say(text));
  for (const { engine } of entries) engine.end();
  return new Map(
    entries.map((entry) => {
      const outcome = outcomes.get(entry);
      if (outcome?.kind !== "timed")
        throw new Error(`${nameOf(entry.workload)}: ${outcome?.reason ?? "no outcome"}`);
      if (outcome.wrong) throw new Error(`${nameOf(entry.workload)} is wrong by ${outcome.error}`);
      return [nameOf(entry.workload), outcome.deviceMs ?? outcome.ms];
    }),
  );
}

const sharingWork = /** @type {const} */ ([
  ["prefill", 512],
  ["prefill", 2048],
  ["decode", 4096],
]);

/** @param {string} name */
function shapeOf(name) {
  const shape = shapes.find((each) => each.name === name);
  if (shape === undefined) throw new Error(`There is no shape ${name}.`);
  return shape;
}

/**
 * What the noise heads cost: 4:1 against plain grouped queries with the same signal heads and dims.
 * @param {Context} context
 * @returns {AsyncGenerator<Target>}
 */
export async function* sharing({ size, say }) {
  for (const name of ["gda-64", "gda-128"]) {
    const shape = shapeOf(name);
    /** @type {Shape} */
    const plain = {
      ...shape,
      name: `plain-${name}`,
      noise: 0,
      ownKeys: false,
      lambda: undefined,
      headNorm: false,
    };
    /** @type {Shape} */
    const shared = { ...shape, name: `shared-${name}`, ownKeys: false };
    for (const [phase, keys] of sharingWork.slice(0, size === "quick" ? 1 : undefined)) {
      const all = [shape, plain, shared].map((each) => workload(each, phase, 1, keys));
      const [own, other] = all;
      if (own === undefined || other === undefined) return;
      const ms = await times(all, say);
      const [noisy = NaN, clean = NaN, less = NaN] = all.map((each) => ms.get(nameOf(each)));
      yield {
        what: `4:1 against plain grouped queries, ${nameOf(own)}`,
        target: "≤ 1.35 ×",
        measured: `${(noisy / clean).toFixed(2)} ×`,
        met: noisy / clean <= 1.35,
        detail: `${noisy.toFixed(2)} ms against ${clean.toFixed(2)} ms, medians between timestamps; ${(bytes(own) / bytes(other)).toFixed(2)} × the bytes, as noise heads have keys of their own; ${(less / clean).toFixed(2)} × with shared ones`,
      };
    }
  }
}

/**
 * Whether a window makes time linear in length.
 * @param {Context} context
 * @returns {AsyncGenerator<Target>}
 */
export async function* window({ say }) {
  const shape = { ...shapeOf("gda-64"), name: "window-512", window: 512 };
  // Of shorter prompts the first, growing rows are too large a part.
  const [short, long] = [2048, 8192].map((keys) => workload(shape, "prefill", 1, keys));
  if (short === undefined || long === undefined) return;
  const ms = await times([short, long], say);
  const [less = NaN, more = NaN] = [short, long].map((each) => ms.get(nameOf(each)));
  yield {
    what: `window of 512 keys, ${long.keys} tokens against ${short.keys}`,
    target: "≤ 4.4 ×",
    measured: `${(more / less).toFixed(2)} ×`,
    met: more / less <= 4.4,
    detail: `${more.toFixed(1)} ms against ${less.toFixed(1)} ms, d 64, dv 64, medians between timestamps`,
  };
}

/**
 * How much of the measured bandwidth decode uses.
 * @param {Context} context
 * @returns {AsyncGenerator<Target>}
 */
export async function* bandwidth({ size, say, results }) {
  const lengths = size === "quick" ? [4096] : [4096, 8192, 16_384, 32_768];
  for (const name of ["gda-64", "gda-128"]) {
    for (const keys of lengths) {
      const each = workload(shapeOf(name), "decode", 1, keys);
      const ms = (await times([each], say)).get(nameOf(each)) ?? NaN;
      const reached = bytes(each) / ms / 1e6;
      const share = reached / results.peaks.gigabytesPerSecond;
      yield {
        what: `bandwidth in ${nameOf(each)}`,
        target: "as much of the peak as can be",
        measured: `${(100 * share).toFixed(0)} %`,
        met: undefined,
        detail: `${(bytes(each) / 2 ** 20).toFixed(1)} MiB of q, K, V and heads in ${ms.toFixed(2)} ms between timestamps: ${reached.toFixed(1)} of ${results.peaks.gigabytesPerSecond.toFixed(1)} GB/s`,
      };
    }
  }
}
