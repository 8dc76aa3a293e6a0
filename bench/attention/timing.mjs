import { errorOf } from "./problem.mjs";

/** @typedef {import("./types.js").Peer} Peer */
/** @typedef {import("./types.js").Prepared} Prepared */
/** @typedef {import("./types.js").Outcome} Outcome */

/** Float32 gives 1e-6 or less here; what is off by more does not compute attention. */
const WRONG = 1e-3;

/**
 * How much is run: rounds of a workload, fewer where a cell has taken its milliseconds, and how long
 * a single run may be foretold to take.
 * @typedef {{ readonly rounds: number; readonly cellMs: number; readonly longestMs: number }} Budget
 */

/**
 * @typedef {{ readonly peer: Peer; readonly prepared: Prepared; readonly firstMs: number;
 *   readonly error: number; readonly times: number[]; readonly deviceTimes: number[] }} Ready
 */

/**
 * Times engines on one workload in turn, run by run, so that what slows the machine down for a while
 * slows all of them.
 * @param {readonly Peer[]} peers
 * @param {import("./types.js").Problem} problem
 * @param {Budget} budget
 * @returns {Promise<ReadonlyMap<string, Outcome>>}
 */
export async function timed(peers, problem, budget) {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map();
  /** @type {Ready[]} */
  const ready = [];
  for (const peer of peers) {
    try {
      ready.push(await begun(peer, problem));
    } catch (error) {
      outcomes.set(peer.name, { kind: "refused", reason: reasonOf(error) });
    }
  }
  for (let round = 0; round < budget.rounds; round++) {
    for (const each of ready) {
      const spent = each.times.reduce((sum, ms) => sum + ms, 0);
      if (round > 0 && spent > budget.cellMs) continue;
      each.times.push(await clocked(each.prepared.run));
      if (each.prepared.device) each.deviceTimes.push(await each.prepared.device());
    }
  }
  for (const each of ready) {
    outcomes.set(each.peer.name, outcomeOf(each));
    await each.prepared.close();
  }
  return outcomes;
}

/**
 * Prepares an engine, checks its result, and warms it up.
 * @param {Peer} peer
 * @param {import("./types.js").Problem} problem
 * @returns {Promise<Ready>}
 */
async function begun(peer, problem) {
  const start = performance.now();
  const prepared = await peer.prepare(problem);
  const out = await prepared.run();
  const firstMs = performance.now() - start;
  const error = errorOf(problem, out, prepared.at);
  await prepared.run();
  return { peer, prepared, firstMs, error, times: [], deviceTimes: [] };
}

/**
 * @param {Ready} ready
 * @returns {Outcome}
 */
function outcomeOf({ times, deviceTimes, firstMs, error }) {
  return {
    kind: "timed",
    ms: median(times),
    fastest: Math.min(...times),
    slowest: Math.max(...times),
    runs: times.length,
    firstMs,
    ...(deviceTimes.length > 0 ? { deviceMs: median(deviceTimes) } : {}),
    error,
    wrong: !(error <= WRONG),
  };
}

/** @param {() => Promise<unknown>} run */
export async function clocked(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** @param {readonly number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** @param {unknown} error */
function reasonOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").slice(0, 200);
}
