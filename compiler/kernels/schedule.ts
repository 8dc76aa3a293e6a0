import { share, type Machine } from "./machine.js";
import type { CoreOp } from "./operations/core.js";
import type { DecodeSchedule } from "./operations/decode.js";
import type { PrefillSchedule } from "./operations/prefill.js";
import type { ProjectSchedule } from "./operations/project.js";

/**
 * How many f32 accumulators of an invocation may be live at once. Drivers spill above, and their
 * compile time grows with the body: forty random layers took lavapipe 250 s in all at 384, and
 * 115 s at 160. Where one head alone is over it, one head it is.
 */
const liveFloats = 160;

/** How many heads a kernel may hold whose accumulators are in private memory. */
const heldInMemory = 5;

/** The largest team whose lanes can hold columns of every row: beyond, bodies grow too long. */
const mostColumnLanes = 16;

/** Whether lanes hand over scores and hold columns, or are rows throughout. */
export function holdsColumns(machine: Machine): boolean {
  return machine.hands === "subgroup" && machine.team <= mostColumnLanes;
}

/**
 * The most signal heads at once under the budget. Only when all of them fit together with the
 * noise head does one pass over the keys serve the cell.
 */
export function prefillSchedule(
  op: Pick<CoreOp, "signals" | "hasNoise" | "valueDim">,
  machine: Machine,
): PrefillSchedule {
  const perHead = 4 * machine.team * Math.ceil(op.valueDim / (4 * machine.team));
  const noise = op.hasNoise ? 1 : 0;
  const fits = (held: number): boolean =>
    op.signals % held === 0 &&
    (holdsColumns(machine) ? (held + noise) * perHead <= liveFloats : held + noise <= heldInMemory);
  const candidates = Array.from({ length: op.signals }, (_, i) => op.signals - i);
  return { share: share(machine), keys: 8, held: candidates.find(fits) ?? 1 };
}

export function decodeSchedule(machine: Machine): DecodeSchedule {
  return { share: share(machine), chunk: 128 };
}

/** Rows of a prefill share what is read of the weights; a decode step has few rows. */
export function projectSchedule(machine: Machine, phase: "prefill" | "decode"): ProjectSchedule {
  return phase === "prefill"
    ? { share: share(machine), rows: machine.hands === "subgroup" ? 16 : 8, columns: 4 }
    : { share: share(machine), rows: 1, columns: 2 };
}
