import { Engine } from "./engine.mjs";
import { spoken } from "./foretell.mjs";
import { timed } from "./timing.mjs";
import { nameOf } from "./workloads.mjs";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Outcome} Outcome */

/**
 * Times engines on workloads, and gives the cells of one workload after the other.
 * @param {readonly import("./types.js").Peer[]} peers
 * @param {readonly import("./types.js").Workload[]} workloads
 * @param {import("./timing.mjs").Budget} budget
 * @param {import("./foretell.mjs").Foretold} foretold
 * @param {(text: string) => void} say
 * @returns {AsyncGenerator<readonly Cell[]>}
 */
export async function* compared(peers, workloads, budget, foretold, say) {
  const engines = peers.map((peer) => new Engine(peer));
  const names = peers.map(({ name }) => name);
  for (const [i, workload] of workloads.entries()) {
    const rest = spoken(foretold.totalMs(names, workloads.slice(i)));
    const doing = `${nameOf(workload)}, ${i + 1} of ${workloads.length}, about ${rest} left`;
    /** @type {Map<Engine, Outcome>} */
    const outcomes = new Map();
    for (const engine of engines) {
      const reason = foretold.tooMuch(engine.peer.name, workload, engines.length);
      if (reason !== undefined) outcomes.set(engine, { kind: "skipped", reason });
    }
    const entries = engines
      .filter((engine) => !outcomes.has(engine))
      .map((engine) => ({ engine, workload }));
    const ran = await timed(entries, budget, (part) => say(`${doing}: ${part}`));
    for (const [{ engine }, outcome] of ran) outcomes.set(engine, outcome);
    yield engines.map((engine) => {
      const outcome = sameAdapter(outcomes, engine);
      foretold.learn(engine.peer.name, workload, outcome);
      return { workload, peer: engine.peer.name, outcome };
    });
  }
  for (const engine of engines) engine.end();
}

/**
 * The outcome of an engine, which counts only on gda's own adapter.
 * @param {ReadonlyMap<Engine, Outcome>} outcomes
 * @param {Engine} engine
 * @returns {Outcome}
 */
function sameAdapter(outcomes, engine) {
  const outcome = outcomes.get(engine) ?? { kind: "failed", reason: "nothing came of it" };
  const gda = [...outcomes].find(([{ peer }]) => peer.name === "gda")?.[1];
  if (engine.peer.on === "cpu" || outcome.kind !== "timed" || gda?.kind !== "timed") return outcome;
  const [drivers, own] = [outcome, gda].map(({ adapter }) => adapter.drivers.join(", "));
  return drivers === own
    ? outcome
    : { kind: "failed", reason: `it ran with ${drivers || "no driver"} and gda with ${own}` };
}
