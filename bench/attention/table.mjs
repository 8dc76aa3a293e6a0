import { isOwn } from "./peers.mjs";
import { bytes, flops, nameOf } from "./workloads.mjs";

/** @typedef {import("./types.js").Results} Results */
/** @typedef {import("./types.js").Workload} Workload */
/** @typedef {import("./types.js").Outcome} Outcome */

/**
 * The outcome of an engine on a workload, where it is right.
 * @param {Results} results
 * @param {string} name of the workload
 * @param {string} wanted
 */
export function rightOutcome({ cells }, name, wanted) {
  const cell = cells.find(({ workload, peer }) => peer === wanted && nameOf(workload) === name);
  return cell?.outcome.kind === "timed" && !cell.outcome.wrong ? cell.outcome : undefined;
}

/**
 * Milliseconds of the best engine other than gda that is right, among those on the adapter or those
 * of the CPU.
 * @param {Results} results
 * @param {string} name
 * @param {"adapter" | "cpu"} on
 */
export function best(results, name, on) {
  const others = results.peers.filter((peer) => !isOwn(peer) && peer.on === on);
  const times = others.flatMap((peer) => rightOutcome(results, name, peer.name)?.ms ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * Markdown tables, one a shape and phase: milliseconds of every engine, gda's ratios and its place
 * under the roof.
 * @param {Results} results
 */
export function tables(results) {
  const kinds = new Set(results.cells.map(({ workload }) => kindOf(workload)));
  return [...kinds]
    .map((kind) => {
      const cells = results.cells.filter(({ workload }) => kindOf(workload) === kind);
      const names = [...new Set(cells.map(({ workload }) => nameOf(workload)))];
      const head = ["ms", ...names.map((name) => name.slice(name.lastIndexOf("/") + 1))];
      const rows = results.peers.map(({ name: peer }) => [
        peer,
        ...names.map((name) => {
          const cell = cells.find((each) => each.peer === peer && nameOf(each.workload) === name);
          return cell === undefined ? "-" : shown(cell.outcome);
        }),
      ]);
      const own = ownRows.map(([label, of]) => [
        label,
        ...names.map((name) => of(results, name) ?? "-"),
      ]);
      return `### ${kind}\n\n${markdown([head, ...rows, ...own])}`;
    })
    .join("\n\n");
}

/** @param {Workload} workload */
function kindOf({ shape, phase }) {
  return `${shape.title}: ${phase}`;
}

/** @param {Outcome} outcome */
function shown(outcome) {
  if (outcome.kind !== "timed") return outcome.kind;
  const { ms, wrong, error } = outcome;
  return wrong ? `**wrong** (${error.toPrecision(2)})` : milliseconds(ms);
}

/** @type {readonly (readonly [string, (results: Results, name: string) => string | undefined])[]} */
const ownRows = [
  [
    "gda between timestamps",
    (results, name) => {
      const ms = rightOutcome(results, name, "gda")?.deviceMs;
      return ms === undefined ? undefined : milliseconds(ms);
    },
  ],
  ["**best right WebGPU peer ÷ gda**", (results, name) => ratio(results, name, "adapter", "gda")],
  [
    "best right WebGPU peer ÷ gda without subgroups",
    (results, name) => ratio(results, name, "adapter", "gda without subgroups"),
  ],
  ["best right CPU peer ÷ gda", (results, name) => ratio(results, name, "cpu", "gda")],
  [
    "of the roof",
    (results, name) => {
      const workload = results.cells.find((cell) => nameOf(cell.workload) === name)?.workload;
      const ms = rightOutcome(results, name, "gda")?.deviceMs;
      if (workload === undefined || ms === undefined) return undefined;
      return `${((100 * roofMs(workload, results.peaks)) / ms).toFixed(0)} %`;
    },
  ],
];

/** @param {Results} results @param {string} name @param {"adapter" | "cpu"} on @param {string} own */
function ratio(results, name, on, own) {
  const [other, ms] = [best(results, name, on), rightOutcome(results, name, own)?.ms];
  return other === undefined || ms === undefined ? undefined : (other / ms).toFixed(2);
}

/**
 * The least time at the peaks that were measured: arithmetic or memory, whichever takes longer.
 * @param {Workload} workload
 * @param {import("./types.js").Peaks} peaks
 */
export function roofMs(workload, { gflops, gigabytesPerSecond }) {
  return Math.max(flops(workload) / gflops, bytes(workload) / gigabytesPerSecond) / 1e6;
}

/**
 * Why engines refused, failed or were left out, each reason once.
 * @param {Results} results
 */
export function reasons({ cells }) {
  /** @type {Map<string, string[]>} */
  const where = new Map();
  for (const { workload, peer, outcome } of cells) {
    if (outcome.kind === "timed") continue;
    const reason = `${peer} ${outcome.kind}: ${outcome.reason}`;
    where.set(reason, [...(where.get(reason) ?? []), nameOf(workload)]);
  }
  return [...where]
    .map(([reason, names]) => `- ${reason} (${names[0] ?? ""}${more(names)})`)
    .join("\n");
}

/** @param {readonly string[]} names */
function more({ length }) {
  return length === 1 ? "" : ` and ${length - 1} more`;
}

/**
 * On which adapter each engine ran: what it says, and the driver that was seen in its process.
 * @param {Results} results
 */
export function adapters({ cells, peers }) {
  /** @type {Map<string, Set<string>>} */
  const engines = new Map();
  for (const { peer, outcome } of cells) {
    const on = peers.find(({ name }) => name === peer)?.on;
    if (outcome.kind !== "timed" || on !== "adapter") continue;
    const { names, drivers } = outcome.adapter;
    const text = [names.join(", ") || "does not say", ...drivers].join("; ");
    engines.set(text, (engines.get(text) ?? new Set()).add(peer));
  }
  return [...engines].map(([text, names]) => `- ${text}: ${[...names].join(", ")}`).join("\n");
}

/**
 * What each row times.
 * @param {Results} results
 */
export function terms({ peers }) {
  return markdown([["engine", "times"], ...peers.map(({ name, times }) => [name, times])]);
}

/** @param {readonly (readonly string[])[]} rows the head first */
export function markdown([head = [], ...rows]) {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** @param {number} ms */
export function milliseconds(ms) {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0);
}
