import { freemem } from "node:os";
import { roofMs } from "./table.mjs";
import { bytes, flops } from "./workloads.mjs";

/** @typedef {import("./types.js").Workload} Workload */
/** @typedef {import("./types.js").Outcome} Outcome */

/** How much is run, and how long a single run may be foretold to take. */
export const budgets = {
  quick: { rounds: 5, cellMs: 3000, longestMs: 6000 },
  full: { rounds: 9, cellMs: 15_000, longestMs: 20_000 },
};

/** Of an engine that has not run yet: how many times the roof it may take, and compilation. */
const TYPICAL = { prefill: 25, decode: 15 };
const FIRST_MS = 2500;
/** Of loading an engine. */
const START_MS = 12_000;
/** Copies of a workload's data that an engine has at a time, in its process and on the device. */
const COPIES = 4;

/**
 * What runs will take, from those before: engines on the same shape and phase keep their time a FLOP.
 */
export class Foretold {
  /** @readonly @type {Map<string, number>} */
  #paces = new Map();
  /** @readonly */
  #budget;
  /** @readonly */
  #peaks;

  /**
   * @param {typeof budgets.full} budget
   * @param {import("./types.js").Peaks} peaks
   */
  constructor(budget, peaks) {
    this.#budget = budget;
    this.#peaks = peaks;
  }

  /** @param {string} peer @param {Workload} workload @param {Outcome} outcome */
  learn(peer, workload, outcome) {
    if (outcome.kind === "timed") {
      this.#paces.set(keyOf(peer, workload), outcome.ms / flops(workload));
    }
  }

  /**
   * Why an engine should not even begin, if so.
   * @param {string} peer
   * @param {Workload} workload
   * @param {number} engines how many hold the workload's data at a time
   */
  tooMuch(peer, workload, engines) {
    const gibibytes = (bytes(workload) * COPIES * engines) / 2 ** 30;
    if (gibibytes * 2 ** 30 > freemem()) {
      return `its data, in the memory of ${engines} engines at a time, would take ${gibibytes.toFixed(0)} GiB`;
    }
    const ms = (this.#paces.get(keyOf(peer, workload)) ?? 0) * flops(workload);
    return ms > this.#budget.longestMs ? `a run would take ${(ms / 1000).toFixed(0)} s` : undefined;
  }

  /**
   * Roughly how long all of it will take.
   * @param {readonly string[]} peers
   * @param {readonly Workload[]} workloads
   */
  totalMs(peers, workloads) {
    let ms = this.#paces.size === 0 ? START_MS * peers.length : 0;
    const { rounds, cellMs, longestMs } = this.#budget;
    for (const workload of workloads) {
      for (const peer of peers) {
        const pace = this.#paces.get(keyOf(peer, workload));
        const run =
          pace === undefined
            ? roofMs(workload, this.#peaks) * TYPICAL[workload.phase]
            : pace * flops(workload);
        if (run <= longestMs) ms += FIRST_MS + 2 * run + Math.min(rounds * run, cellMs + run);
      }
    }
    return ms;
  }
}

/** @param {string} peer @param {Workload} workload */
function keyOf(peer, { shape, phase }) {
  return `${peer} ${shape.name} ${phase}`;
}

/** @param {number} ms */
export function spoken(ms) {
  const minutes = ms / 60_000;
  if (minutes < 1.5) return `${Math.ceil(ms / 1000)} s`;
  return minutes < 90 ? `${Math.round(minutes)} min` : `${(minutes / 60).toFixed(1)} h`;
}
