// How good the cost model's picks are: `npm run bench:schedules`.
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { findAdapter, openGpu, restartWith } from "../dist/compiler/adapter/index.js";
import { analyze } from "../dist/compiler/analyze.js";
import { coreOps } from "../dist/compiler/kernels/operations/core.js";
import { words } from "../dist/compiler/kernels/schedule/schedule.js";
import { formats } from "../dist/compiler/kernels/text/format.js";
import { machineOf, tunedAdapter } from "../dist/compiler/tune/adapter.js";
import { Lab } from "../dist/compiler/tune/lab.js";
import { race, usualEffort } from "../dist/compiler/tune/race.js";
import { trialOf } from "../dist/compiler/tune/trial.js";

/** @typedef {import("../dist/compiler/kernels/schedule/operation.js").Operation} Operation */
/** @typedef {"f32" | "f16" | "bf16" | "i8"} Stored */

/** @type {{ readonly only?: string; readonly limit: string }} */
const options = new Command("npm run bench:schedules --")
  .description("Tunes twenty shapes and compares the cost model's pick with the best.")
  .option("--only <part>", "shapes whose name holds this")
  .option("--limit <seconds>", "drop a candidate without a result by then", "20")
  .parse()
  .opts();

/**
 * Signal and noise heads a group, d, dv, the cache's format.
 * @type {readonly (readonly [signal: number, noise: number, d: number, dv: number, cache: Stored])[]}
 */
const cores = [
  [1, 1, 16, 16, "f32"],
  [1, 1, 128, 128, "f16"],
  [2, 1, 64, 512, "f32"],
  [3, 1, 32, 64, "i8"],
  [4, 1, 64, 64, "f32"],
  [4, 1, 64, 128, "f16"],
  [4, 1, 128, 256, "f16"],
  [8, 1, 64, 64, "i8"],
  [4, 0, 64, 64, "f32"],
  [8, 0, 128, 128, "f16"],
  [1, 0, 256, 256, "f32"],
  [2, 1, 192, 128, "i8"],
];

/** @type {readonly (readonly [phase: "prefill" | "decode", inputs: number, outputs: number, weights: Stored])[]} */
const projections = [
  ["prefill", 1024, 1024, "f32"],
  ["prefill", 4096, 512, "f16"],
  ["decode", 4096, 4096, "f16"],
  ["decode", 512, 512, "f32"],
];

const lengths = { prefill: 128, cached: 1023 };
const choice = await findAdapter();
await restartWith(choice);
const gpu = await openGpu();
const found = await gpu.requestAdapter({ powerPreference: "high-performance" });
if (found === null) throw new Error("There is no WebGPU adapter.");
const adapter = tunedAdapter(found);
const machine = machineOf(adapter);
const main = fileURLToPath(new URL("../dist/compiler/cli/main.js", import.meta.url));
const lab = new Lab(main, "tune-runner");
const effort = { ...usualEffort, candidates: Infinity, limitMs: 1000 * Number(options.limit) };

console.log(choice.description);
/** @type {number[]} */
const ratios = [];
for (const [name, operation] of shapes()) {
  if (options.only !== undefined && !name.includes(options.only)) continue;
  const trial = trialOf(operation, machine, lengths, { cpu: adapter.cpu, limits: found.limits });
  const { outcomes, best } = await race(trial, lab, effort, () => {});
  const [pick] = outcomes;
  const ratio = (pick?.ms ?? NaN) / (best?.ms ?? NaN);
  ratios.push(ratio);
  const better = best && best !== pick ? `; best: ${words(best.schedule)}` : "";
  console.log(
    `${name.padEnd(34)} ${ratio.toFixed(2)}  ${pick ? words(pick.schedule) : ""}${better}`,
  );
}
lab.close();
const within = ratios.filter((ratio) => ratio <= 1.25).length;
console.log(`within 1.25 ×: ${within} of ${ratios.length}`);
process.exit();

/** @returns {readonly (readonly [string, Operation])[]} */
function shapes() {
  /** @type {readonly (readonly [string, Operation])[]} */
  const projected = projections.map(([phase, inputs, outputs, weights]) => [
    `project, ${phase}, ${outputs} × ${inputs} ${weights}`,
    {
      kind: "project",
      phase,
      op: { inputs, outputs, weights: formats[weights], write: { kind: "scalars", bias: false } },
    },
  ]);
  // Decode beside prefill for every third shape: twenty in all.
  const attended = cores.flatMap((core, i) => {
    const op = coreOf(core);
    const [signal, noise, d, dv, cache] = core;
    const name = `${signal} + ${noise}, d ${d}, dv ${dv}, ${cache}`;
    /** @type {readonly (readonly [string, Operation])[]} */
    const both = [
      [`prefill, ${name}`, { kind: "prefill", op }],
      [`decode, ${name}`, { kind: "decode", op }],
    ];
    return i % 3 === 0 ? both : both.slice(0, 1);
  });
  return [...attended, ...projected];
}

/** @param {(typeof cores)[number]} core */
function coreOf([signal, noise, d, dv, cache]) {
  const noisy = noise === 0 ? "" : ", noise_keys: shared, lambda: constant(value: 0.5)";
  const text = `model Bench {
  hidden: 64, layers: 1, context: 4096, dtype: f32
  attention {
    group[4] { signal: ${signal}, noise: ${noise} }, head_dim: ${d}, value_dim: ${dv}
    rope: none, mask: causal, head_norm: none${noisy}
  }
}
`;
  const { models } = analyze("bench.gda", {
    read: (file) => (file === "bench.gda" ? text : undefined),
  });
  const [layer] = models[0]?.layers ?? [];
  const [op] = layer ? coreOps(layer, formats[cache]) : [];
  if (op === undefined) throw new Error(`no core in\n${text}`);
  return op;
}
