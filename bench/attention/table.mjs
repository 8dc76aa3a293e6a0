import { bytes, flops, nameOf } from "./workloads.mjs";

/** @typedef {import("./types.js").Results} Results */
/** @typedef {import("./types.js").Cell} Cell */

/**
 * The best engine other than gda that is right, among those on the adapter or those of the CPU.
 * @param {Results} results
 * @param {string} name
 * @param {"adapter" | "cpu"} on
 */
export function best({ peers, cells }, name, on) {
  const wanted = peers.filter((peer) => peer.name !== "gda" && peer.on === on);
  const times = cells.flatMap(({ workload, peer, outcome }) =>
    nameOf(workload) === name &&
    wanted.some((each) => each.name === peer) &&
    outcome.kind === "timed" &&
    !outcome.wrong
      ? [outcome.ms]
      : [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * Markdown tables, one a shape: milliseconds of every engine, gda's ratios and its place under the roof.
 * @param {Results} results
 */
export function tables(results) {
  const shapes = new Map(results.cells.map(({ workload: { shape } }) => [shape.name, shape]));
  return [...shapes.values()]
    .map((shape) => {
      const cells = results.cells.filter(({ workload }) => workload.shape.name === shape.name);
      const names = [...new Set(cells.map(({ workload }) => nameOf(workload)))];
      const peers = results.peers.map(({ name }) => name);
      const head = [
        "workload",
        ...peers,
        "gda device",
        "best WebGPU peer ÷ gda",
        "best CPU peer ÷ gda",
        "of the roof",
      ];
      const rows = names.map((name) => {
        const own = cells.filter(({ workload }) => nameOf(workload) === name);
        return [
          name.slice(shape.name.length + 1),
          ...peers.map((peer) => shown(own, peer)),
          ...ownColumns(results, name),
        ];
      });
      return `### ${shape.title}\n\n${markdown([head, head.map(() => "---"), ...rows])}`;
    })
    .join("\n\n");
}

/** @param {readonly Cell[]} cells @param {string} peer */
function shown(cells, peer) {
  const outcome = cells.find((cell) => cell.peer === peer)?.outcome;
  if (outcome?.kind !== "timed") return outcome?.kind ?? "-";
  return `${milliseconds(outcome.ms)}${outcome.wrong ? " **wrong**" : ""}`;
}

/** @param {Results} results @param {string} name */
function ownColumns(results, name) {
  const cell = results.cells.find(
    ({ workload, peer }) => peer === "gda" && nameOf(workload) === name,
  );
  if (cell?.outcome.kind !== "timed") return ["-", "-", "-", "-"];
  const { ms, deviceMs } = cell.outcome;
  const ratios = /** @type {const} */ (["adapter", "cpu"]).map((on) => {
    const other = best(results, name, on);
    return other === undefined ? "-" : (other / ms).toFixed(2);
  });
  if (deviceMs === undefined) return ["-", ...ratios, "-"];
  const part = roofMs(cell.workload, results.peaks) / deviceMs;
  return [milliseconds(deviceMs), ...ratios, `${(100 * part).toFixed(0)} %`];
}

/**
 * The least time at the peaks that were measured: arithmetic or memory, whichever takes longer.
 * @param {import("./types.js").Workload} workload
 * @param {import("./types.js").Peaks} peaks
 */
export function roofMs(workload, { gflops, gigabytesPerSecond }) {
  return Math.max(flops(workload) / gflops, bytes(workload) / gigabytesPerSecond) / 1e6;
}

/**
 * Why engines refused or were left out, each reason once.
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
    .map(([reason, names]) => `- ${reason} (${names.length} workloads, first ${names[0] ?? ""})`)
    .join("\n");
}

/** @param {readonly (readonly string[])[]} rows */
function markdown(rows) {
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** @param {number} ms */
function milliseconds(ms) {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0);
}
