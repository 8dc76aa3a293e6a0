import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import type { TunedMachine } from "../kernels/tuned.js";
import { machineOf, shortName, type TunedAdapter } from "../tune/adapter.js";
import { readTuned } from "../tune/cache.js";
import type { TunedEntry } from "../tune/entry.js";
import { operationsOf } from "../tune/operations.js";
import { damagedTuning } from "./codes.js";
import { styleOf } from "./terminal.js";

/** The results in the cache; what is damaged there is told of and left out. */
export async function tunedEntries(): Promise<readonly TunedEntry[]> {
  const { entries, damaged } = await readTuned();
  const style = styleOf(process.stderr);
  for (const each of damaged) {
    const heading = style.warning(`warning[${damagedTuning.code}]`);
    process.stderr.write(`${heading}${style.strong(`: ${damagedTuning.message(each)}`)}\n`);
  }
  return entries;
}

/** The adapters on which an operation of these layers was tuned, the last one first. */
export async function tunedMachines(
  model: ModelPlan,
  layers: readonly LayerPlan[],
  on: (adapter: TunedAdapter) => boolean = () => true,
): Promise<readonly TunedMachine[]> {
  const entries = (await tunedEntries()).filter(({ adapter }) => on(adapter));
  const byAdapter = new Map<string, TunedEntry[]>();
  for (const entry of entries.toReversed()) {
    const name = JSON.stringify(entry.adapter);
    byAdapter.set(name, [...(byAdapter.get(name) ?? []), entry]);
  }
  return [...byAdapter.values()].flatMap((found) => {
    const [first] = found;
    if (first === undefined) return [];
    const { adapter } = first;
    const machine = machineOf(adapter);
    const keys = operationsOf(model, layers, machine);
    const schedules = new Map(
      found.filter(({ key }) => keys.has(key)).map(({ key, schedule }) => [key, schedule]),
    );
    const { vendor, architecture, device, description } = adapter;
    const name = `${shortName(adapter)}-tuned`;
    if (schedules.size === 0) return [];
    return [{ name, adapter: { vendor, architecture, device, description }, machine, schedules }];
  });
}
