import { predict, type Prediction } from "../cost/predict.js";
import { profileOf } from "../cost/profile.js";
import type { Machine } from "../machine.js";
import { candidates } from "./candidates.js";
import { symbolsOf, type Lengths } from "./lengths.js";
import type { Operation } from "./operation.js";
import type { Schedule } from "./schedule.js";
import { stepsOf, type ChosenStep } from "./steps.js";

/** A candidate with what the cost model says of it. */
export interface Rated {
  readonly schedule: Schedule;
  readonly steps: readonly ChosenStep[];
  readonly predictions: readonly Prediction[];
  /** Over all steps of the operation. */
  readonly ms: number;
  readonly compileMs: number;
}

/**
 * The first candidate is a sound one everywhere, and predictions are off by a fifth in the mean: only
 * what is predicted to take clearly less is picked in its place.
 */
const clearly = 0.7;

/**
 * All candidates of an operation: the pick, then the others, those first that are predicted to take
 * least. Which bodies drivers compile in time is a matter of what is a candidate.
 */
export function rated(operation: Operation, machine: Machine, lengths: Lengths): readonly Rated[] {
  const all = candidates(operation, machine).map((schedule) =>
    rate(operation, schedule, machine, lengths),
  );
  const sorted = all.toSorted((a, b) => a.ms - b.ms);
  const [[sound], [fastest]] = [all, sorted];
  if (sound === undefined || fastest === undefined) return [];
  const pick = fastest.ms < clearly * sound.ms ? fastest : sound;
  return [pick, ...sorted.filter((each) => each !== pick)];
}

function rate(operation: Operation, schedule: Schedule, machine: Machine, lengths: Lengths): Rated {
  const symbols = symbolsOf(operation, lengths);
  const steps = stepsOf(operation, schedule, machine);
  const predictions = steps.map((step) => predict(step, symbols, profileOf(machine)));
  return {
    schedule,
    steps,
    predictions,
    ms: predictions.reduce((sum, { ms }) => sum + ms, 0),
    compileMs: predictions.reduce((sum, { compileMs }) => sum + compileMs, 0),
  };
}
