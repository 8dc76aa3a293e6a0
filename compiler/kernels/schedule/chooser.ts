import type { Machine } from "../machine.js";
import { candidates } from "./candidates.js";
import { rated } from "./choose.js";
import { usualLengths } from "./lengths.js";
import { keyOf, type Operation } from "./operation.js";
import type { Schedule } from "./schedule.js";

/** Schedules that were found better by measuring, by the key of their operation. */
export type Tuned = ReadonlyMap<string, Schedule>;

/** Gives every operation its schedule, and works out each once. */
export type Chooser = (operation: Operation) => Schedule;

/** By the tuned schedules where there are any, else by what the cost model takes for the best. */
export function chooser(machine: Machine, tuned: Tuned = new Map()): Chooser {
  const known = new Map<string, Schedule>();
  return (operation) => {
    const key = keyOf(operation);
    const schedule =
      known.get(key) ?? legal(operation, machine, tuned.get(key)) ?? best(operation, machine);
    known.set(key, schedule);
    return schedule;
  };
}

/** The schedule, if it is a candidate still: kernels may have changed since it was tuned. */
function legal(
  operation: Operation,
  machine: Machine,
  schedule: Schedule | undefined,
): Schedule | undefined {
  if (schedule === undefined) return undefined;
  const text = JSON.stringify(schedule, order);
  return candidates(operation, machine).find((each) => JSON.stringify(each, order) === text);
}

const order = [
  "kind",
  "lanes",
  "team",
  "keys",
  "held",
  "apart",
  "unroll",
  "slice",
  "chunk",
  "rows",
  "columns",
  "quads",
];

function best(operation: Operation, machine: Machine): Schedule {
  const [pick] = rated(operation, machine, usualLengths);
  if (pick === undefined) throw new Error(`no schedule for ${keyOf(operation)}`);
  return pick.schedule;
}
