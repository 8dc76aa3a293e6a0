// What gda's attention takes beside other engines', on one adapter in one run, and whether it keeps
// what was promised of it: `npm run bench`.
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, Option } from "commander";
import spinner from "yocto-spinner";
import { findAdapter, restartWith } from "../dist/compiler/adapter/index.js";
import { Child } from "./attention/child.mjs";
import { compared } from "./attention/compare.mjs";
import { budgets, Foretold, spoken } from "./attention/foretell.mjs";
import { isOwn, peers as allPeers } from "./attention/peers.mjs";
import { plots } from "./attention/plots.mjs";
import { page } from "./attention/page.mjs";
import { nameOf, workloads } from "./attention/workloads.mjs";
import { targetsOf } from "./targets/index.mjs";

/** @typedef {import("./attention/types.js").Cell} Cell */
/** @typedef {import("./attention/types.js").Target} Target */
/** @typedef {import("./attention/types.js").PeaksProcess} PeaksProcess */
/** @typedef {import("../dist/compiler/adapter/choice.js").AdapterPreference} AdapterPreference */
/** @typedef {{ readonly quick?: true; readonly only?: string; readonly peer?: string; readonly suite: "peers" | "targets" | "all"; readonly adapter?: AdapterPreference }} Options */

const adapters = ["hardware", "lavapipe", "swiftshader"];
/** @type {Options} */
const options = new Command("npm run bench --")
  .description("Times grouped differential attention in gda and in other engines.")
  .option("--quick", "a few lengths, in some minutes")
  .option("--only <part>", "workloads and targets whose name holds this, such as gda-128/prefill")
  .option("--peer <part>", "gda, and engines whose name holds this")
  .addOption(
    new Option("--suite <name>", "other engines, or what gda is held to")
      .choices(["peers", "targets", "all"])
      .default("all"),
  )
  .addOption(
    new Option("--adapter <kind>", "this adapter alone").choices(adapters).env("GDA_ADAPTER"),
  )
  .parse()
  .opts();

const choice = await findAdapter(options.adapter);
await restartWith(choice);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));
const shown = spinner({ stream: process.stderr, text: "Measuring the peaks of the adapter" });
const interactive = process.stderr.isTTY;
/** Says what is being done, on a terminal. @param {string} text */
const say = (text) => {
  if (interactive) shown.text = text;
};
/** @param {string} line */
const print = (line) => {
  if (interactive) shown.clear();
  console.log(line);
};
if (interactive) shown.start();

/** @type {Child<PeaksProcess>} */
const peaksChild = new Child(new URL("attention/peaks-worker.mjs", import.meta.url));
const peaks = await peaksChild.ask("peaks", undefined, 600_000);
peaksChild.end();

const size = options.quick ? "quick" : "full";
const wanted = options.suite === "targets" ? [] : workloads(size, options.only);
const peers = allPeers.filter(
  (peer) => isOwn(peer) || options.peer === undefined || peer.name.includes(options.peer),
);
const results = {
  date: new Date().toISOString().slice(0, 10),
  adapter: choice.description,
  processor: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
  command: ["npm run bench --", ...process.argv.slice(2)].join(" "),
  peaks,
  peers: peers.map(({ name, on, times }) => ({ name, on, times })),
  /** @type {Cell[]} */
  cells: [],
  /** @type {Target[]} */
  targets: [],
};
const folder = fileURLToPath(new URL("results", import.meta.url));
const suffix = options.suite === "all" ? "" : `-${options.suite}`;
const file = join(folder, `${results.date}-${choice.kind}${suffix}`);
await mkdir(folder, { recursive: true });

const foretold = new Foretold(budgets[size], peaks);
const names = peers.map(({ name }) => name);
print(choice.description);
print(
  `Peaks: ${peaks.gflops.toFixed(1)} GFLOP/s of multiply-adds, ${peaks.gigabytesPerSecond.toFixed(1)} GB/s read.`,
);
if (wanted.length > 0) {
  const ms = foretold.totalMs(names, wanted);
  print(`${wanted.length} workloads in ${peers.length} engines, roughly ${spoken(ms)}.`);
}
for await (const cells of compared(peers, wanted, budgets[size], foretold, say)) {
  for (const cell of cells) print(lineOf(cell));
  results.cells.push(...cells);
  await write();
}
if (options.suite !== "peers") {
  for await (const target of targetsOf(results, { ...options, size }, say)) {
    const met = { true: "met", false: "NOT MET", undefined: "" }[String(target.met)] ?? "";
    print(`${target.what}: ${target.measured} (${target.target}) ${met}`);
    results.targets.push(target);
    await write();
  }
}
shown.stop();
console.log(`\n${page(results)}`);
// Engines that could not be ended, if any, are not waited for.
process.exit();

/** @param {Cell} cell */
function lineOf({ workload, peer, outcome }) {
  const text =
    outcome.kind === "timed"
      ? `${outcome.ms.toFixed(2)} ms, error ${outcome.error.toExponential(1)}${outcome.wrong ? " WRONG" : ""}`
      : `${outcome.kind}: ${outcome.reason}`;
  return `${nameOf(workload).padEnd(26)} ${peer.padEnd(32)} ${text}`;
}

/** The results so far, so that what ends this process loses no more than one workload. */
async function write() {
  await writeFile(`${file}.json`, `${JSON.stringify(results, undefined, 2)}\n`);
  await writeFile(`${file}.md`, `${page(results)}\n`);
  if (results.cells.length === 0) return;
  for (const [plot, svg] of plots(results)) await writeFile(`${file}-${plot}.svg`, svg);
}
