import { Command, Option } from "commander";
import { usableSpec } from "./analysis.js";
import { selectModel } from "./select-model.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";

export interface PermuteOptions extends SpecOptions {
  readonly from?: string;
  readonly out?: string;
  readonly to?: string;
  readonly rope?: "adjacent" | "half";
  readonly model?: string;
  readonly plan?: true;
  readonly force?: true;
}

const EXAMPLES = `
Examples:
  gda permute motif.gda --from ./checkpoint -o ./blocked --to 'motif(order: blocked)'
  gda permute motif.gda --from ./checkpoint -o ./adjacent --rope adjacent
  gda permute motif.gda --to native --plan      what would move, without a checkpoint

\`--to\` takes what a spec says after \`checkpoint:\`. The folder holds the new checkpoint and the
spec that reads it, \`model.gda\`; it is written whole or not at all. \`gda export\` makes a
config.json of that spec.`;

/** `gda permute`: a checkpoint in another order of heads and channels, under other names. */
export function permuteCommand(): Command {
  const command = new Command("permute")
    .summary("reorder and rename the tensors of a checkpoint")
    .description("Rewrites a checkpoint in another head order, RoPE pairing or naming.")
    .argument("<file>", "the spec that reads the checkpoint as it is")
    .option("--from <path>", "the checkpoint: safetensors file, index or folder")
    .option("-o, --out <folder>", "where to write the new one")
    .option("--to <checkpoint>", "names and head order, such as 'motif(order: blocked)'")
    .addOption(
      new Option("--rope <pairing>", "how rotary channels are paired").choices([
        "adjacent",
        "half",
      ]),
    )
    .option("--model <name>", "which model, or stage of a growth (Growth.stage)")
    .addOption(
      new Option("--plan", "show what moves, and write nothing").conflicts([
        "from",
        "out",
        "force",
      ]),
    )
    .option("--force", "replace a checkpoint that is there, once the new one is complete");
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(permuteFile);
}

async function permuteFile(file: string, options: PermuteOptions): Promise<void> {
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return;
  const { permuteModel } = await import("./permute-model.js");
  await permuteModel(selectModel(analysis, options.model), options);
}
