import type { Machine } from "../kernels/machine.js";
import { lowerLayer } from "../kernels/program.js";
import { candidates } from "../kernels/schedule/candidates.js";
import { fuses } from "../kernels/schedule/heads.js";
import type { Schedule } from "../kernels/schedule/schedule.js";
import { keyOf, type Operation } from "../kernels/schedule/operation.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";

/** The operations of some layers that have schedules, each once, by their keys. */
export function operationsOf(
  model: ModelPlan,
  layers: readonly LayerPlan[],
  machine: Machine,
): ReadonlyMap<string, Operation> {
  const found = new Map<string, Operation>();
  for (const layer of layers) {
    const choose = (operation: Operation): Schedule => {
      found.set(keyOf(operation), operation);
      const [any] = candidates(operation, machine);
      if (any === undefined) throw new Error(`no schedule for ${keyOf(operation)}`);
      return any;
    };
    lowerLayer(layer, model.hidden.value, model.dtype.value, { machine, choose, fuses });
  }
  return found;
}
