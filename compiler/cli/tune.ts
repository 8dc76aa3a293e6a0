import { Command, Option } from "commander";
import { wholeNumber } from "./numbers.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";

export interface TuneOptions extends SpecOptions {
  readonly model?: string;
  readonly layer?: number;
  readonly tokens?: number;
  readonly cached?: number;
  readonly only?: "prefill" | "decode" | "project";
  readonly all?: true;
  readonly limit: number;
}

const EXAMPLES = `
Examples:
  gda tune motif.gda                       every operation of the model, on the adapter here
  gda tune motif.gda --layer 4 --only prefill --tokens 1024
  gda tune motif.gda --all                 every candidate, not only those foretold to be fast

Times the schedules that the kernels may have, on made-up numbers, and keeps the best of each
operation in $XDG_CACHE_HOME/gda/tuned (or ~/.cache). \`gda run\` uses them from then on,
\`gda build --tuned\` packages them, \`gda plan --explain\` shows them. All candidates compute the same.
The adapter is the best one here; GDA_ADAPTER=hardware, lavapipe or swiftshader allows one only.`;

/** `gda tune`: the fastest schedules on the adapter of this machine. */
export function tuneCommand(): Command {
  const command = new Command("tune")
    .summary("find the fastest schedules on this machine")
    .description("Times candidate schedules of a model's kernels and keeps the best.")
    .argument("<file>", "the spec")
    .option("--model <name>", "which model, or stage of a growth (Growth.stage)")
    .option("--layer <number>", "one layer alone (default: all that differ)", wholeNumber(0))
    .option(
      "--tokens <count>",
      "tokens of the prompt (default: 128 on a CPU, else 1024)",
      wholeNumber(1),
    )
    .option(
      "--cached <count>",
      "tokens in the cache (default: 1024 on a CPU, else 4096)",
      wholeNumber(1),
    )
    .addOption(
      new Option("--only <part>", "one kind of operation").choices([
        "prefill",
        "decode",
        "project",
      ]),
    )
    .option("--all", "try every candidate")
    .option("--limit <seconds>", "drop a candidate without a result by then", wholeNumber(1), 8);
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(tune);
}

async function tune(file: string, options: TuneOptions): Promise<void> {
  const { tuneFile } = await import("./tune-file.js");
  await tuneFile(file, options);
}
