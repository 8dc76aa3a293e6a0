import { best, rightOutcome } from "../attention/table.mjs";
import { nameOf } from "../attention/workloads.mjs";
import { cold } from "./cold.mjs";
import { commands } from "./commands.mjs";
import { encoding } from "./encoding.mjs";
import { memory } from "./memory.mjs";
import { bandwidth, sharing, window } from "./own.mjs";
import { walls } from "./walls.mjs";

/** @typedef {import("../attention/types.js").Results} Results */
/** @typedef {import("../attention/types.js").Target} Target */

/** @type {Readonly<Record<string, (context: { readonly results: Results; readonly size: "quick" | "full"; readonly say: (text: string) => void }) => AsyncIterable<Target> | Iterable<Target>>>} */
const suites = { portable, sharing, window, bandwidth, walls, cold, encoding, memory, commands };

/**
 * What gda is held to, one thing after the other.
 * @param {Results} results
 * @param {{ readonly only?: string; readonly size: "quick" | "full" }} options
 * @param {(text: string) => void} say
 */
export async function* targetsOf(results, { only, size }, say) {
  const named = Object.entries(suites).filter(
    ([name]) => only === undefined || name.includes(only),
  );
  for (const [name, measure] of named) {
    say(name);
    try {
      yield* measure({ results, size, say });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      yield { what: name, target: "", measured: "failed", met: undefined, detail };
    }
  }
}

/**
 * The variant without subgroups against the best right WebGPU engine, of the peers' results.
 * @param {{ readonly results: Results }} context
 * @returns {Iterable<Target>}
 */
function* portable({ results }) {
  const names = new Set(results.cells.map(({ workload }) => nameOf(workload)));
  for (const name of names) {
    const own = rightOutcome(results, name, "gda without subgroups")?.ms;
    const other = best(results, name, "adapter");
    if (own === undefined || other === undefined) continue;
    yield {
      what: `gda without subgroups, ${name}`,
      target: "≥ 3 × as fast as the best right WebGPU engine",
      measured: `${(other / own).toFixed(2)} ×`,
      met: other / own >= 3,
      detail: `${own.toFixed(1)} ms against ${other.toFixed(1)} ms`,
    };
  }
}
