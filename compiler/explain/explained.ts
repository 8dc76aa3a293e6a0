import { evaluate } from "../../runtime/size.js";
import { predict } from "../kernels/cost/predict.js";
import { profileOf } from "../kernels/cost/profile.js";
import type { Nest } from "../kernels/cost/count.js";
import type { Machine } from "../kernels/machine.js";
import type { LayerStep } from "../kernels/lowering.js";
import { lowerLayer, type LayerPhases } from "../kernels/program.js";
import { rated, type Rated } from "../kernels/schedule/choose.js";
import { chooser, type Tuned } from "../kernels/schedule/chooser.js";
import {
  callSymbols,
  usualLengths,
  type CallSymbols,
  type Lengths,
} from "../kernels/schedule/lengths.js";
import { fuses } from "../kernels/schedule/heads.js";
import { keyOf } from "../kernels/schedule/operation.js";
import type { Schedule } from "../kernels/schedule/schedule.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";

/** What is explained: one layer for one machine, at some lengths. */
export interface Subject {
  readonly model: ModelPlan;
  readonly layer: LayerPlan;
  readonly machine: Machine;
  readonly lengths: Lengths;
  readonly tuned: Tuned;
}

/** A loop of a kernel over a whole call: all rounds of all workgroups, without its inner loops. */
export interface ExplainedLoop {
  readonly name: string;
  /** Of one pass through the loop around it. */
  readonly rounds: number;
  readonly flops: number;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  readonly loops: readonly ExplainedLoop[];
}

export interface ExplainedStep {
  readonly label: string;
  readonly kernel: string;
  readonly workgroups: number;
  readonly lanes: number;
  readonly flops: number;
  readonly bytes: number;
  /** f32 values of a lane that are alive at once, at most, and those in arrays beside them. */
  readonly live: number;
  readonly inArrays: number;
  readonly workgroupBytes: number;
  readonly predictedMs: number;
  readonly nest: ExplainedLoop;
  readonly choice: ExplainedChoice | undefined;
}

/** Why a kernel is laid out as it is. */
export interface ExplainedChoice {
  readonly operation: string;
  readonly schedule: Schedule;
  readonly from: "predicted" | "tuned";
  /** Of the whole operation at the lengths that choices are made for, as are those of the others. */
  readonly predictedMs: number;
  /** Candidates that were not taken, the next best first. */
  readonly others: readonly ExplainedOther[];
}

export interface ExplainedOther {
  readonly schedule: Schedule;
  readonly predictedMs: number;
  /** What a driver is expected to take for its kernels, which can rule out a fast one. */
  readonly compileMs: number;
}

export interface Explained {
  readonly prefill: readonly ExplainedStep[];
  readonly decode: readonly ExplainedStep[];
}

/** What every kernel of a layer does and takes, in the order of its steps. */
export function explain(subject: Subject): Explained {
  const { model, layer, machine, tuned } = subject;
  const choose = chooser(machine, tuned);
  const { hidden, dtype } = model;
  const program = lowerLayer(layer, hidden.value, dtype.value, { machine, choose, fuses });
  const rating = ratings(subject);
  const phase = (
    kind: "prefill" | "decode",
    { keys, queries }: LayerPhases,
  ): readonly ExplainedStep[] => {
    const symbols = callSymbols(layer, kind, subject.lengths);
    return [...keys, ...queries].map((step) => explainStep(step, symbols, subject, rating));
  };
  return { prefill: phase("prefill", program.prefill), decode: phase("decode", program.decode) };
}

/** Candidates of each operation, rated once, as the choice was made. */
function ratings({ machine }: Subject): (step: LayerStep) => readonly Rated[] {
  const known = new Map<string, readonly Rated[]>();
  return (step) => {
    if (!("operation" in step)) return [];
    const key = keyOf(step.operation);
    const found = known.get(key) ?? rated(step.operation, machine, usualLengths);
    known.set(key, found);
    return found;
  };
}

function explainStep(
  step: LayerStep,
  call: CallSymbols,
  { machine, tuned, layer }: Subject,
  rating: (step: LayerStep) => readonly Rated[],
): ExplainedStep {
  const symbols = { ...call, ...segmentOf(step, layer) };
  const prediction = predict(step, symbols, profileOf(machine));
  const { entry, name } = step.kernel;
  return {
    label: step.label,
    kernel: name,
    workgroups: prediction.workgroups,
    lanes: entry.workgroup,
    flops: prediction.flops,
    bytes: prediction.bytes,
    live: prediction.counted.live,
    inArrays: prediction.counted.inArrays,
    workgroupBytes: entry.workgroupBytes,
    predictedMs: prediction.ms,
    nest: loopOf(prediction.counted.nest, symbols, entry.workgroup, prediction.workgroups),
    choice: choiceOf(step, rating(step), tuned),
  };
}

function loopOf(
  { name, rounds, counts, traffic, inner }: Nest,
  symbols: CallSymbols,
  lanes: number,
  times: number,
): ExplainedLoop {
  const each = evaluate(rounds, symbols);
  const all = times * each;
  const moved = (way: "read" | "write"): number =>
    all * traffic.reduce((sum, { way: is, bytes }) => sum + (is === way ? bytes : 0), 0);
  return {
    name,
    rounds: each,
    flops: all * lanes * counts.flops,
    bytesRead: moved("read"),
    bytesWritten: moved("write"),
    loops: inner.map((loop) => loopOf(loop, symbols, lanes, all)),
  };
}

function choiceOf(
  step: LayerStep,
  candidates: readonly Rated[],
  tuned: Tuned,
): ExplainedChoice | undefined {
  if (!("operation" in step)) return undefined;
  const operation = keyOf(step.operation);
  const taken = JSON.stringify(step.schedule);
  const [own] = candidates.filter(({ schedule }) => JSON.stringify(schedule) === taken);
  return {
    operation,
    schedule: step.schedule,
    from: tuned.has(operation) ? "tuned" : "predicted",
    predictedMs: own?.ms ?? NaN,
    others: candidates
      .filter((each) => each !== own)
      .toSorted((a, b) => a.ms - b.ms)
      .map(({ schedule, ms, compileMs }) => ({ schedule, predictedMs: ms, compileMs })),
  };
}

/** One segment that is the whole tensor, or its rows in the step's own operation. */
function segmentOf(step: LayerStep, layer: LayerPlan): CallSymbols {
  const count =
    "operation" in step && step.operation.kind === "project"
      ? step.operation.op.outputs
      : layer.kvPairs.value;
  return { segment_first: 0, segment_count: count };
}
