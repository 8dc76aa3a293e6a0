import { Command, Option } from "commander";
import { usableSpec } from "./analysis.js";
import { byteCount } from "./numbers.js";
import { selectStage } from "./select-stage.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";

export interface GrowOptions extends SpecOptions {
  readonly to: string;
  readonly from?: string;
  readonly out?: string;
  readonly plan?: true;
  readonly json?: true;
  readonly verify?: true;
  readonly force?: true;
  readonly shardSize?: number;
}

const EXAMPLES = `
Examples:
  gda grow motif-growth.gda --to wide --plan            what becomes of each tensor, without a checkpoint
  gda grow motif-growth.gda --to wide --from ./motif-2.6b -o ./wide --verify
  gda grow motif-growth.gda --to From2_6B.deep --from ./wide -o ./deep --shard-size 5GB

A stage is applied to a checkpoint of the model after its \`from\`. The folder gets safetensors in
the source's dtypes, one file or sharded as the source is, with \`model.gda\` and \`config.json\`. It
is written whole or not at all: an interrupted run leaves nothing that looks finished, and can be
run again. Tensors are made in blocks of rows, so memory does not grow with the checkpoint.`;

/** `gda grow`: a larger checkpoint that computes what the smaller one does. */
export function growCommand(): Command {
  const command = new Command("grow")
    .summary("make a larger checkpoint of a smaller one")
    .description("Applies a stage of a growth to a checkpoint, so that it computes the same.")
    .argument("<file>", "the spec with the growth")
    .requiredOption("--to <stage>", "which stage (Growth.stage)")
    .option("--from <path>", "the checkpoint: safetensors file, index or folder")
    .option("-o, --out <folder>", "where to write the grown one")
    .option("--verify", "compare both in float64 afterwards; exit code 1 beyond rounding")
    .option("--force", "replace a checkpoint that is there, once the new one is complete")
    .option("--shard-size <bytes>", "largest file, such as 5GB (default: as the source)", byteCount)
    .addOption(
      new Option("--plan", "show what becomes of each tensor, and write nothing").conflicts([
        "from",
        "out",
        "verify",
        "force",
        "shardSize",
      ]),
    )
    .addOption(new Option("--json", "the plan as one JSON document").implies({ plan: true }));
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(grow);
}

async function grow(file: string, options: GrowOptions): Promise<void> {
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return;
  const stage = selectStage(analysis, options.to);
  const { growStage, planStage } = await import("./grow-stage.js");
  if (options.plan) planStage(stage, options);
  else await growStage(analysis, stage, options);
}
