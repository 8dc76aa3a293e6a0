import { Command } from "commander";
import { wholeNumber } from "./numbers.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";

export interface RunOptions extends SpecOptions {
  readonly model?: string;
  readonly layer: number;
  readonly tokens?: number;
  readonly steps: number;
  readonly hidden?: number;
  readonly weights?: string;
  readonly input?: string;
  readonly seed: number;
  readonly verify?: true;
}

const EXAMPLES = `
Examples:
  gda run motif.gda --verify                  generated weights, compared with float64
  gda run motif.gda --model Motif2_12B7 --hidden 512 --verify
                                              a large model, narrowed for a small machine
  gda run motif.gda --layer 4 --weights ./checkpoint --input x.safetensors
  gda run kernels --tokens 1024 --steps 16    a built package

The adapter is the best one here; GDA_ADAPTER=hardware, lavapipe or swiftshader allows one only.
Times are on the clock, copies to and from the device included.`;

/** `gda run`: one attention layer, on an adapter of this machine. */
export function runCommand(): Command {
  const command = new Command("run")
    .summary("run one attention layer on this machine")
    .description("Runs one attention layer: prefills a prompt, then decodes token by token.")
    .argument("<file>", "a spec, or the folder of a built package")
    .option("--model <name>", "which model, or stage of a growth (Growth.stage)")
    .option("--layer <number>", "which layer", wholeNumber(0), 0)
    .option(
      "--tokens <count>",
      "tokens of the prompt (default: 64, or all of the input)",
      wholeNumber(1),
    )
    .option("--steps <count>", "tokens to decode after it", wholeNumber(0), 4)
    .option("--weights <path>", "safetensors file, index or folder (default: generated)")
    .option(
      "--input <path>",
      "safetensors file with a tensor x [tokens, hidden] (default: generated)",
    )
    .option("--seed <number>", "of what is generated", wholeNumber(0), 0)
    .option("--hidden <width>", "replace the model's width for this run", wholeNumber(4))
    .option("--verify", "compare with the float64 reference; exit code 1 beyond the tolerance");
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(run);
}

async function run(file: string, options: RunOptions): Promise<void> {
  const { runFile } = await import("./run-file.js");
  await runFile(file, options);
}
