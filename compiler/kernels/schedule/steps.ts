import { emit, type EmittedStep, type Placement } from "../emit.js";
import type { Machine } from "../machine.js";
import type { CoreOp } from "../operations/core.js";
import { decodeKeys } from "../operations/decode-keys.js";
import { decode } from "../operations/decode.js";
import { merge } from "../operations/merge.js";
import { prefillRows } from "../operations/prefill-rows.js";
import type { PrefillTensor } from "../operations/prefill-frame.js";
import { prefill } from "../operations/prefill.js";
import { project, type ProjectTensor } from "../operations/project.js";
import type { Operation } from "./operation.js";
import type { Chooser } from "./chooser.js";
import { onMachine, type DecodeChoice, type PrefillChoice, type Schedule } from "./schedule.js";

/** Names of the tensors of a projection that stands for none in particular. */
const anyProjection: Placement<ProjectTensor> = {
  tensors: { input: "input", w: "w", bias: "bias", out: "out" },
  over: "w",
  label: "project",
};

/** A step whose kernel has been chosen among several. */
export interface ChosenStep extends EmittedStep {
  readonly operation: Operation;
  readonly schedule: Schedule;
}

/** The kernels of an operation by a schedule: the steps of a layer, or those that tuning times. */
export function stepsOf(
  operation: Operation,
  schedule: Schedule,
  machine: Machine,
  place: Placement<ProjectTensor> = anyProjection,
): readonly ChosenStep[] {
  const steps = emitted(operation, schedule, machine, place);
  return steps.map((step) => ({ ...step, operation, schedule }));
}

function emitted(
  operation: Operation,
  schedule: Schedule,
  machine: Machine,
  place: Placement<ProjectTensor>,
): readonly EmittedStep[] {
  if (operation.kind === "project" && schedule.kind === "project") {
    const { bias, ...tensors } = place.tensors;
    const bound = operation.op.write.bias ? { ...tensors, bias } : tensors;
    const s = { ...onMachine(schedule, machine), heads: 0 };
    return [emit(project, operation.op, s, { ...place, tensors: bound })];
  }
  if (operation.kind === "prefill" && schedule.kind === "prefill") {
    const { op } = operation;
    const tensors = { ...attended, ...finished(op) };
    const placed = { tensors, over: "cache_k", label: `core ${cellsOf(op)}` };
    return [emit(kernelOf(schedule), op, onMachine(schedule, machine), placed)];
  }
  if (operation.kind === "decode" && schedule.kind === "decode") {
    const { op } = operation;
    const core = emit(
      machine.hands === "subgroup" ? decode : decodeKeys,
      op,
      onMachine(schedule, machine),
      chunksOf(op),
    );
    return [core, merged(op, schedule, machine)];
  }
  throw new Error(`a schedule for ${schedule.kind} is none for ${operation.kind}`);
}

/**
 * The core for a few queries of a sequence: tiles of rows as in prefill, over chunks of keys as in
 * decode, with the schedules of both.
 */
export function fewSteps(op: CoreOp, choose: Chooser, machine: Machine): readonly ChosenStep[] {
  const [prefilling, decoding] = [
    { kind: "prefill", op },
    { kind: "decode", op },
  ] as const;
  const [tiles, chunks] = [choose(prefilling), choose(decoding)];
  if (tiles.kind !== "prefill" || chunks.kind !== "decode") {
    throw new Error("a schedule of another operation");
  }
  // Few rows go to as many lanes as there are.
  const s = { ...onMachine(tiles, machine), rows: 1, chunk: chunks.chunk };
  return [
    { ...emit(kernelOf(tiles), op, s, chunksOf(op)), operation: prefilling, schedule: tiles },
    { ...merged(op, chunks, machine), operation: decoding, schedule: chunks },
  ];
}

function kernelOf({ lanes }: PrefillChoice): typeof prefill {
  return lanes === "columns" ? prefill : prefillRows;
}

/** Where a core of chunks reads and writes. */
function chunksOf(op: CoreOp): Placement<PrefillTensor> {
  const tensors = { ...attended, partials: "partials" };
  return { tensors, over: "cache_k", label: `core ${cellsOf(op)}` };
}

function merged(op: CoreOp, schedule: DecodeChoice, machine: Machine): EmittedStep {
  const tensors = { ...finished(op), partials: "partials" };
  return emit(merge, op, onMachine(schedule, machine), { tensors, label: `merge ${cellsOf(op)}` });
}

const attended = { q: "q_rows", k: "cache_k", v: "cache_v", sequences: "sequences" };

/** Where the end of a core reads and writes. */
function finished(op: CoreOp): Readonly<Record<string, string | undefined>> {
  return {
    parameters: op.parameters.size > 0 ? "parameters" : undefined,
    lambda: op.lambda?.value.kind === "sigmoid" ? "lambda_rows" : undefined,
    gate: op.gate ? "gate_rows" : undefined,
    heads: "head_rows",
    sequences: "sequences",
  };
}

function cellsOf(op: CoreOp): string {
  return `${op.signals} signal${op.hasNoise ? " + 1 noise" : ""}, ${op.cells.length} cells`;
}
