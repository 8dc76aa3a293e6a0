import { resolve } from "node:path";
import { findAdapter, openGpu, restartWith } from "../adapter/index.js";
import type { Lengths } from "../kernels/schedule/lengths.js";
import type { Operation } from "../kernels/schedule/operation.js";
import { machineOf, tunedAdapter, type TunedAdapter } from "../tune/adapter.js";
import { keepTuned, tunedFolder } from "../tune/cache.js";
import { entryOf } from "../tune/entry.js";
import { Lab } from "../tune/lab.js";
import { operationsOf } from "../tune/operations.js";
import { race, usualEffort, type Raced } from "../tune/race.js";
import { trialOf } from "../tune/trial.js";
import { usableSpec } from "./analysis.js";
import { exitCode } from "./exit-code.js";
import { selectLayers } from "./layers.js";
import { withProgress } from "./progress.js";
import { line } from "./run-lines.js";
import { selectModel } from "./select-model.js";
import { styleOf } from "./terminal.js";
import type { TuneOptions } from "./tune.js";
import { racedLines } from "./tune-lines.js";

/** Tunes the operations of a spec and prints how it went, operation by operation. */
export async function tuneFile(file: string, options: TuneOptions): Promise<void> {
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return;
  const model = selectModel(analysis, options.model);
  const layers = selectLayers(model, options.layer === undefined ? "all" : String(options.layer));
  const choice = await withProgress("Looking for an adapter", () => findAdapter());
  await restartWith(choice);
  const gpu = await openGpu();
  const found = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (found === null) throw new Error("the adapter is gone");
  const adapter = tunedAdapter(found);
  const machine = machineOf(adapter);
  const { limits } = found;
  const lengths = lengthsFor(adapter, options);
  const operations = [...operationsOf(model, layers, machine).values()].filter((operation) =>
    isWanted(operation, options),
  );
  process.stdout.write(line("adapter", choice.description));
  process.stdout.write(
    line(
      "model",
      `${model.name}: ${operations.length} operations, ${lengths.prefill} tokens, ${lengths.cached} cached`,
    ),
  );
  const effort = {
    ...usualEffort,
    limitMs: 1000 * options.limit,
    ...(options.all ? { candidates: Infinity } : {}),
  };
  const lab = new Lab(resolve(process.argv[1] ?? ""), "tune-runner");
  const style = styleOf(process.stdout);
  const raced: Raced[] = [];
  try {
    for (const [i, operation] of operations.entries()) {
      const trial = trialOf(operation, machine, lengths, { cpu: adapter.cpu, limits });
      const heading = `Tuning ${i + 1} of ${operations.length}, ${trial.key}`;
      const result = await withProgress(heading, (say) =>
        race(trial, lab, effort, (part) => void say(`${heading}: ${part}`)),
      );
      raced.push(result);
      process.stdout.write(racedLines(result, style));
      if (result.best) await keepTuned(entryOf(adapter, result, result.best));
    }
  } finally {
    lab.close();
  }
  const kept = raced.filter(({ best }) => best !== undefined).length;
  process.stdout.write(`\n${line("kept", `${kept} of ${raced.length}, in ${tunedFolder()}`)}`);
  if (kept < raced.length) process.exitCode = exitCode.findings;
}

function lengthsFor({ cpu }: TunedAdapter, { tokens, cached }: TuneOptions): Lengths {
  return { prefill: tokens ?? (cpu ? 128 : 1024), cached: cached ?? (cpu ? 1024 : 4096) };
}

function isWanted({ kind }: Operation, { only }: TuneOptions): boolean {
  return only === undefined || kind === only;
}
