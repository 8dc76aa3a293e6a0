import { rated, type Rated } from "../kernels/schedule/choose.js";
import type { Schedule } from "../kernels/schedule/schedule.js";
import type { Lab } from "./lab.js";
import { jobOf, type Trial } from "./trial.js";

/** How a trial is to be run. */
export interface Effort {
  /** Candidates that are tried at most, those foretold to be best. */
  readonly candidates: number;
  /** A candidate that takes longer to its first result is dropped. */
  readonly limitMs: number;
  /** Runs of each finalist in all, at least. */
  readonly runs: number;
}

export const usualEffort: Effort = { candidates: 6, limitMs: 8000, runs: 7 };

/** What became of a candidate. */
export interface Outcome {
  readonly schedule: Schedule;
  readonly predictedMs: number;
  readonly firstMs?: number;
  /** Its fastest run: what slows a machine down for a while slows only some. */
  readonly ms?: number;
  readonly dropped?: string;
}

/** The pick of the cost model, then the other candidates in the order of their prediction. */
export interface Raced {
  readonly trial: Trial;
  readonly outcomes: readonly Outcome[];
  /** The fastest that gives the right result; none where every candidate was dropped. */
  readonly best: Outcome | undefined;
}

/** A result that differs by more is no rounding: sums in another order are within a millionth. */
const AGREEMENT = 1e-4;

interface Runner {
  readonly rated: Rated;
  readonly times: number[];
  firstMs: number;
  dropped?: string;
}

/**
 * Times the candidates of an operation in turn. In each round those that are slower than the rest
 * drop out, but for the pick, so that it can be compared with the best.
 */
export async function race(
  trial: Trial,
  lab: Lab,
  effort: Effort,
  say: (text: string) => void,
): Promise<Raced> {
  const { operation, machine, lengths } = trial;
  const runners = rated(operation, machine, lengths)
    .slice(0, effort.candidates)
    .map((each): Runner => ({ rated: each, times: [], firstMs: NaN }));
  await lab.ask({ ask: "forget" }, effort.limitMs);
  let expected: readonly number[] | undefined;
  for (const [i, runner] of runners.entries()) {
    say(`candidate ${i + 1} of ${runners.length}`);
    const job = jobOf(trial, runner.rated);
    const answer = await lab.ask({ ask: "prepare", job }, effort.limitMs);
    if (answer?.answer !== "prepared") {
      runner.dropped = answer?.answer === "failed" ? answer.reason : tooLate(effort);
      continue;
    }
    runner.firstMs = answer.firstMs;
    expected ??= answer.sample;
    const error = relativeError(answer.sample, expected);
    if (!(error <= AGREEMENT)) runner.dropped = offBy(error);
  }
  let racing = runners.filter(({ dropped }) => dropped === undefined);
  const [pick] = racing;
  for (let round = 0; racing.length > 0; round++) {
    say(`${racing.length} candidates left`);
    for (let run = 0; run < 2; run++) {
      for (const runner of racing) await time(trial, runner, lab, effort);
    }
    racing = racing.filter(({ dropped }) => dropped === undefined);
    if (2 * (round + 1) >= effort.runs) break;
    const ranked = racing.toSorted((a, b) => Math.min(...a.times) - Math.min(...b.times));
    const faster = ranked.slice(0, Math.max(2, Math.ceil(ranked.length / 2)));
    racing = pick && !faster.includes(pick) && racing.includes(pick) ? [...faster, pick] : faster;
  }
  const outcomes = runners.map(outcomeOf);
  const [best] = outcomes
    .filter(({ ms }) => ms !== undefined)
    .toSorted((a, b) => (a.ms ?? 0) - (b.ms ?? 0));
  return { trial, outcomes, best };
}

/** One run; where an earlier candidate ended the process, this one is prepared again. */
async function time(trial: Trial, runner: Runner, lab: Lab, effort: Effort): Promise<void> {
  if (runner.dropped !== undefined) return;
  const job = jobOf(trial, runner.rated);
  const ask = { ask: "time", id: job.id, runs: 1 } as const;
  let answer = lab.running ? await lab.ask(ask, effort.limitMs) : undefined;
  if (answer?.answer !== "timed") {
    const ready = await lab.ask({ ask: "prepare", job }, effort.limitMs);
    if (ready?.answer === "prepared") answer = await lab.ask(ask, effort.limitMs);
  }
  if (answer?.answer === "timed") runner.times.push(...answer.ms);
  else runner.dropped = answer?.answer === "failed" ? answer.reason : tooLate(effort);
}

function offBy(error: number): string {
  if (Number.isNaN(error)) return "its result is all zeros, or not all numbers";
  return `its result is off by ${error.toExponential(1)}`;
}

function tooLate({ limitMs }: Effort): string {
  return `no result in ${limitMs / 1000} s`;
}

function outcomeOf({ rated: { schedule, ms }, times, firstMs, dropped }: Runner): Outcome {
  const base = { schedule, predictedMs: ms };
  if (dropped !== undefined) return { ...base, dropped };
  return { ...base, firstMs, ms: Math.min(...times) };
}

/** ‖a − b‖ / ‖b‖ */
function relativeError(a: readonly number[], b: readonly number[]): number {
  let [difference, size] = [0, 0];
  b.forEach((value, i) => {
    difference += ((a[i] ?? NaN) - value) ** 2;
    size += value ** 2;
  });
  return Math.sqrt(difference / size);
}
