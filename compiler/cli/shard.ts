import { Command } from "commander";
import { thousands } from "../plan/numbers.js";
import { usableSpec } from "./analysis.js";
import { failure } from "./failure.js";
import { wholeNumber } from "./numbers.js";
import { selectModel } from "./select-model.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";
import { styleOf } from "./terminal.js";

interface ShardOptions extends SpecOptions {
  readonly devices: number;
  readonly model?: string;
  readonly json?: true;
}

const EXAMPLES = `
Examples:
  gda shard motif.gda --devices 4
  gda shard motif.gda --model Motif2_12B7 --devices 8 --json   one JSON document, for programs

A group stays whole: a noise head is where the signal heads are that subtract it. A KV pair that
serves heads of several devices is copied to each of them.`;

/** `gda shard`: what each device holds under tensor parallelism. */
export function shardCommand(): Command {
  const command = new Command("shard")
    .summary("part a model over devices, by whole groups")
    .description(
      "Shows which heads, KV pairs, rows and columns each device holds under tensor parallelism, and what is exchanged for a token.",
    )
    .argument("<file>", "the spec")
    .requiredOption("--devices <count>", "how many devices", wholeNumber(1))
    .option("--model <name>", "which model, or stage of a growth (Growth.stage)")
    .option("--json", "print one JSON document");
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(shard);
}

async function shard(file: string, options: ShardOptions): Promise<void> {
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return;
  const model = selectModel(analysis, options.model);
  const { cannotShard, divideModel, possibleDevices, renderShards, shardsJson } =
    await import("../shard/index.js");
  const division = divideModel(model, options.devices);
  if ("reason" in division) {
    const devices = thousands(options.devices);
    const fit = possibleDevices(model).map(thousands).join(", ");
    throw failure(
      cannotShard,
      { model: model.name, devices, reason: division.reason },
      `These numbers of devices part it: ${fit}.`,
    );
  }
  process.stdout.write(
    options.json
      ? shardsJson(model, division)
      : renderShards(model, division, styleOf(process.stdout)),
  );
}
