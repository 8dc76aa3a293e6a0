import { Command } from "commander";
import type { TunedMachine } from "../kernels/tuned.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { usableSpec } from "./analysis.js";
import { notTuned } from "./codes.js";
import { failure } from "./failure.js";
import { selectLayers } from "./layers.js";
import { withProgress } from "./progress.js";
import { selectModel } from "./select-model.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";

interface BuildOptions extends SpecOptions {
  readonly out: string;
  readonly model?: string;
  readonly layers: string;
  readonly target: readonly string[];
  readonly tuned?: true;
}

const EXAMPLES = `
Examples:
  gda build motif.gda -o kernels --model Motif2_12B7
  gda build motif.gda -o kernels --layers 0..<8       the first eight layers
  gda build motif.gda -o kernels --tuned              with what \`gda tune\` found, for its adapters
  gda build motif.gda -o kernels --target Laptop --target portable
                                 the first target that an adapter can run is taken

The folder is written whole or not at all; files that are the same stay untouched.`;

/** `gda build`: a package of kernels. */
export function buildCommand(): Command {
  const command = new Command("build")
    .summary("write a package of WebGPU kernels")
    .description("Compiles the attention layers of a model to a package of WebGPU kernels.")
    .argument("<file>", "the spec")
    .requiredOption("-o, --out <folder>", "where to write the package")
    .option("--model <name>", "which model, or stage of a growth (Growth.stage)")
    .option("--layers <set>", "which layers: 0, 0..<8, 8.., 0,5 or all", "all")
    .option("--target <name...>", "what kernels may assume, best first", ["portable"])
    .option("--tuned", "add a variant for each adapter that `gda tune` has timed");
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(build);
}

/** What was tuned of these layers; asking for it where there is nothing is a mistake. */
async function tunedFor(
  model: ModelPlan,
  layers: readonly LayerPlan[],
): Promise<readonly TunedMachine[]> {
  const { tunedMachines } = await import("./tuned.js");
  const tuned = await tunedMachines(model, layers);
  if (tuned.length > 0) return tuned;
  throw failure(notTuned, { model: model.name }, "Run `gda tune` with the spec first.");
}

async function build(file: string, options: BuildOptions): Promise<void> {
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return;
  const model = selectModel(analysis, options.model);
  const layers = selectLayers(model, options.layers);
  const { packageOf } = await import("./package-of.js");
  const { selectTargets } = await import("./targets.js");
  const targets = selectTargets(analysis, options.target);
  const tuned = options.tuned === true ? await tunedFor(model, layers) : [];
  const files = await withProgress(`Compiling ${model.name}`, () =>
    packageOf({ analysis, model, layers, targets, tuned }),
  );
  if (files === undefined) return;
  const { writePackage } = await import("../package/index.js");
  const { written, unchanged, removed } = await writePackage(options.out, files);
  const counts = [
    `${written.length} written`,
    `${unchanged.length} unchanged`,
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ];
  process.stdout.write(`${options.out}: ${model.name}, ${counts.join(", ")}\n`);
}
