import { share, type Machine } from "./machine.js";
import type { CoreOp } from "./operations/core.js";
import type { DecodeSchedule } from "./operations/decode.js";
import type { PrefillSchedule } from "./operations/prefill-frame.js";
import { runQuads } from "./pieces/weights.js";
import type { ProjectOp, ProjectSchedule } from "./operations/project.js";

/**
 * How many multiply-adds of vec4f the loops of a body may have. Drivers compile longer ones slowly:
 * lavapipe takes about 13 ms for each, and a package is to answer within five seconds.
 */
const mostProducts = 240;

/** How many heads a kernel may hold whose accumulators are in private memory. */
const heldInMemory = 5;

/** The largest team whose lanes can hold columns of every row: beyond, bodies grow too long. */
const mostColumnLanes = 16;

/** Whether lanes hand over scores and hold columns, or are rows throughout. */
export function holdsColumns(machine: Machine): boolean {
  return machine.hands === "subgroup" && machine.team <= mostColumnLanes;
}

/** The most signal heads at once under the budget. */
export function prefillSchedule(
  op: Pick<CoreOp, "signals" | "hasNoise" | "headDim" | "valueDim">,
  machine: Machine,
): PrefillSchedule {
  const unroll = 2;
  const noise = op.hasNoise ? 1 : 0;
  const columns = Math.ceil(op.valueDim / (4 * machine.team));
  const perHead = op.headDim / 4 + machine.team * columns * unroll;
  // The noise head is held with the signal heads or before them; one by one, in their place.
  const heads = (held: number): number => (held === 1 && op.signals > 1 ? 1 : held + noise);
  const fits = (held: number): boolean =>
    op.signals % held === 0 &&
    (holdsColumns(machine) ? heads(held) * perHead <= mostProducts : held + noise <= heldInMemory);
  const candidates = Array.from({ length: op.signals }, (_, i) => op.signals - i);
  return {
    share: share(machine),
    keys: holdsColumns(machine) ? 32 : 8,
    held: candidates.find(fits) ?? 1,
    unroll,
    slice: 2,
  };
}

/** For a few queries a sequence the keys are cut as in decode. */
export function fewSchedule(op: CoreOp, machine: Machine): PrefillSchedule {
  return { ...prefillSchedule(op, machine), chunk: decodeSchedule(machine).chunk };
}

export function decodeSchedule(machine: Machine): DecodeSchedule {
  return { share: share(machine), chunk: 128 };
}

/** Quads of floats that a decode step takes at once: each is a load, and drivers compile loads slowly. */
const floatQuads = 2;

/**
 * Rows of a prefill share what is read of the weights. A decode step has few rows, and its lanes share
 * what is read of the inputs: as many as come with one load of whole numbers.
 */
export function projectSchedule(
  { inputs, weights }: Pick<ProjectOp, "inputs" | "weights">,
  machine: Machine,
  phase: "prefill" | "few" | "decode",
): ProjectSchedule {
  if (phase === "prefill") {
    const rows = machine.hands === "subgroup" ? 16 : 8;
    return { share: share(machine), rows, columns: 4, quads: 1 };
  }
  const float = (inputs / 4) % floatQuads === 0 ? floatQuads : 1;
  const quads = "block" in weights ? runQuads(weights) : float;
  return { share: share(machine), rows: 1, columns: 2, quads };
}
