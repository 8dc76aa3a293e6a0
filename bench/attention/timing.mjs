import { Death, reasonOf } from "./child.mjs";
import { errorOf, expectedSample, problemOf } from "./problem.mjs";

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Workload} Workload */

/** Float32 gives 1e-6 or less here; what is off by more does not compute attention. */
const WRONG = 1e-3;

/**
 * How much is run: rounds, fewer where an entry has taken its milliseconds.
 * @typedef {{ readonly rounds: number; readonly cellMs: number }} Budget
 */

/** @typedef {{ readonly engine: import("./engine.mjs").Engine; readonly workload: Workload }} Entry */

/**
 * @typedef {{ readonly entry: Entry; readonly first: import("./types.js").First;
 *   readonly times: number[]; readonly deviceTimes: number[]; error: number }} Ready
 */

/**
 * Times engines in turn, run by run, so that what slows the machine down for a while slows all of
 * them. What goes wrong is an outcome too: `refused` where an engine says no before it is timed,
 * `failed` for anything later, and for a process that crashes or hangs.
 * @param {readonly Entry[]} entries each engine at most once
 * @param {Budget} budget
 * @param {(text: string) => void} say
 * @returns {Promise<ReadonlyMap<Entry, Outcome>>}
 */
export async function timed(entries, budget, say) {
  /** @type {Map<Entry, Outcome>} */
  const outcomes = new Map();
  /** @type {Map<Workload, Float64Array>} */
  const expected = new Map();
  /**
   * @param {Entry} entry
   * @param {"refused" | "failed"} kind
   * @param {() => Promise<void>} act
   */
  const attempt = async (entry, kind, act) => {
    try {
      await act();
    } catch (error) {
      outcomes.set(entry, {
        kind: error instanceof Death ? "failed" : kind,
        reason: reasonOf(error),
      });
      // Whatever it is in now, the next workload starts afresh.
      entry.engine.end();
    }
  };
  /** @type {Ready[]} */
  const ready = [];
  for (const entry of entries) {
    const { engine, workload } = entry;
    say(`${engine.peer.name} prepares`);
    await attempt(entry, "refused", async () => {
      const first = await engine.prepare(workload);
      const known = expected.get(workload) ?? expectedSample(problemOf(workload));
      expected.set(workload, known);
      const error = errorOf(first.sample, known);
      ready.push({ entry, first, times: [], deviceTimes: [], error });
    });
  }
  const running = () => ready.filter(({ entry }) => !outcomes.has(entry));
  for (let round = 0; round < budget.rounds; round++) {
    for (const { entry, first, times, deviceTimes } of running()) {
      const spent = times.reduce((sum, ms) => sum + ms, 0);
      if (round > 0 && spent > budget.cellMs) continue;
      say(`${entry.engine.peer.name}, run ${round + 1} of ${budget.rounds}`);
      await attempt(entry, "failed", async () => {
        times.push(await entry.engine.run());
        if (first.timesDevice) deviceTimes.push(await entry.engine.device());
      });
    }
  }
  for (const each of running()) {
    await attempt(each.entry, "failed", async () => {
      const known = expected.get(each.entry.workload) ?? new Float64Array();
      // The last run counts too: a device that was lost meanwhile gives what it likes.
      each.error = Math.max(each.error, errorOf(await each.entry.engine.close(), known));
    });
  }
  for (const each of running()) outcomes.set(each.entry, outcomeOf(each));
  return outcomes;
}

/**
 * @param {Ready} ready
 * @returns {Outcome}
 */
function outcomeOf({ first: { firstMs, adapter }, times, deviceTimes, error }) {
  return {
    kind: "timed",
    ms: median(times),
    fastest: Math.min(...times),
    slowest: Math.max(...times),
    runs: times.length,
    firstMs,
    ...(deviceTimes.length > 0 ? { deviceMs: median(deviceTimes) } : {}),
    adapter,
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
