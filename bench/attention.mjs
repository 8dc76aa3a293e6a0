// What gda's attention takes beside other engines', on one adapter in one run: `npm run bench`.
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, Option } from "commander";
import { findAdapter, openGpu, restartWith } from "../dist/compiler/adapter/index.js";
import { peersOn } from "./attention/peers.mjs";
import { peaksOf } from "./attention/peaks.mjs";
import { plots } from "./attention/plots.mjs";
import { problemOf } from "./attention/problem.mjs";
import { reasons, tables } from "./attention/table.mjs";
import { timed } from "./attention/timing.mjs";
import { flops, nameOf, workloads } from "./attention/workloads.mjs";

/** @typedef {import("./attention/types.js").Cell} Cell */
/** @typedef {import("../dist/compiler/adapter/choice.js").AdapterPreference} AdapterPreference */
/** @typedef {{ readonly quick?: true; readonly only?: string; readonly peer?: string; readonly adapter?: AdapterPreference }} Options */

const adapters = ["hardware", "lavapipe", "swiftshader"];
/** @type {Options} */
const options = new Command("npm run bench --")
  .description("Times grouped differential attention in gda and in other engines.")
  .option("--quick", "a few lengths, in some minutes")
  .option("--only <part>", "workloads whose name holds this, such as gda-128/prefill")
  .option("--peer <part>", "gda, and engines whose name holds this")
  .addOption(
    new Option("--adapter <kind>", "this adapter alone").choices(adapters).env("GDA_ADAPTER"),
  )
  .parse()
  .opts();

const choice = await findAdapter(options.adapter);
await restartWith(choice);
const gpu = await openGpu();
const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
if (adapter === null) throw new Error("There is no WebGPU adapter.");

const size = options.quick ? "quick" : "full";
const budget = {
  quick: { rounds: 5, cellMs: 3000, longestMs: 6000 },
  full: { rounds: 9, cellMs: 15_000, longestMs: 20_000 },
}[size];
const wanted = workloads(size, options.only);
const peers = (await peersOn(gpu)).filter(
  ({ name }) => name === "gda" || options.peer === undefined || name.includes(options.peer),
);
const results = {
  date: new Date().toISOString().slice(0, 10),
  adapter: choice.description,
  processor: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
  command: ["npm run bench --", ...process.argv.slice(2)].join(" "),
  peaks: await peaksOf(adapter),
  peers: peers.map(({ name, on, times }) => ({ name, on, times })),
  /** @type {Cell[]} */
  cells: [],
};
const folder = fileURLToPath(new URL("results", import.meta.url));
const name = `${results.date}-${choice.kind}`;
await mkdir(folder, { recursive: true });

/** The time of each engine on the shape and phase so far, a FLOP: longer ones are foretold by it. */
const paces = new Map();
for (const workload of wanted) {
  const problem = problemOf(workload);
  const { shape, phase } = workload;
  /** @param {string} peer */
  const key = (peer) => `${peer} ${shape.name} ${phase}`;
  const expected = new Map(
    peers.map((peer) => [peer.name, (paces.get(key(peer.name)) ?? 0) * flops(workload)]),
  );
  const short = peers.filter((peer) => (expected.get(peer.name) ?? 0) <= budget.longestMs);
  const outcomes = new Map(await timed(short, problem, budget));
  for (const { name: peer } of peers) {
    const foretold = `a run would take ${((expected.get(peer) ?? 0) / 1000).toFixed(0)} s`;
    const outcome = outcomes.get(peer) ?? {
      kind: /** @type {const} */ ("skipped"),
      reason: foretold,
    };
    if (outcome.kind === "timed") paces.set(key(peer), outcome.ms / flops(workload));
    results.cells.push({ workload, peer, outcome });
    const text =
      outcome.kind === "timed"
        ? `${outcome.ms.toFixed(2)} ms, error ${outcome.error.toExponential(1)}${outcome.wrong ? " WRONG" : ""}`
        : `${outcome.kind}: ${outcome.reason}`;
    console.log(`${nameOf(workload).padEnd(26)} ${peer.padEnd(32)} ${text}`);
  }
  // After each workload, so that what ends an engine and with it this process loses no more than one.
  await write();
}
console.log(`\n${tables(results)}\n\n${reasons(results)}\n\n${JSON.stringify(results.peaks)}`);
// Engines keep threads and devices.
process.exit();

/** The results so far: as data, as tables and as pictures. */
async function write() {
  const path = join(folder, name);
  await writeFile(`${path}.json`, `${JSON.stringify(results, undefined, 2)}\n`);
  await writeFile(`${path}.md`, `${tables(results)}\n\n${reasons(results)}\n`);
  for (const [plot, svg] of plots(results)) await writeFile(`${path}-${plot}.svg`, svg);
}
