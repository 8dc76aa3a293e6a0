import { Command, Option } from "commander";
import type { Analysis } from "../analyze.js";
import type { KernelUse } from "../kernels/uses.js";
import type { ModelPlan } from "../plan/plan.js";
import type { Lengths } from "../report/index.js";
import { portable } from "../target/portable.js";
import { usableSpec } from "./analysis.js";
import { wholeNumber, wholeNumbers } from "./numbers.js";
import { namedModel, notChosen } from "./select-model.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";
import { sweep } from "./sweep.js";
import { styleOf } from "./terminal.js";

interface PlanOptions extends SpecOptions {
  readonly model?: string;
  readonly json?: true;
  readonly facts?: true;
  readonly sweep?: string;
  readonly prefill?: number;
  readonly cached?: number;
  readonly devices?: readonly number[];
  readonly explain?: true;
  readonly layer: number;
  readonly subgroups?: number;
}

const EXAMPLES = `
Examples:
  gda plan motif.gda                                every model and growth of the file
  gda plan motif.gda --model Motif2_12B7 --facts    every value, and where it comes from
  gda plan sweep.gda --sweep r                      compare the values that a param may have
  gda plan sweep.gda --param r=3:1 --json           one JSON document, for programs
  gda plan motif.gda --prefill 4096 --cached 4095   FLOPs at other lengths than the context
  gda plan motif.gda --explain --layer 4            the loops of every kernel, and why they are so
  gda plan motif.gda --devices 8,64,1024            tensor × context × data parallel, on paper`;

/** `gda plan`: heads, bytes and FLOPs of every layer. */
export function planCommand(): Command {
  const command = new Command("plan")
    .summary("show heads, bytes and FLOPs of every layer")
    .description("Shows what follows from a spec: heads, weights, cache, FLOPs, growth.")
    .argument("<file>", "the spec")
    .option("--model <name>", "show one model, or one stage of a growth (Growth.stage)")
    .option("--facts", "show every value with its origin")
    .option("--json", "print one JSON document")
    .addOption(
      new Option(
        "--sweep <param>",
        "compare models at every value that a param may have",
      ).conflicts(["json", "facts"]),
    )
    .option("--prefill <tokens>", "length of the prompt", wholeNumber(1))
    .option("--cached <tokens>", "tokens in the cache, for decoding", wholeNumber(0))
    .addOption(
      new Option("--explain", "the loops of a layer's kernels, what they take, and why").conflicts([
        "sweep",
        "facts",
        "devices",
      ]),
    )
    .option("--layer <number>", "which layer to explain", wholeNumber(0), 0)
    .option(
      "--subgroups <lanes>",
      "explain kernels for such subgroups, 0 for none (default: the adapter tuned last, else none)",
      wholeNumber(0),
    )
    .addOption(
      new Option("--devices <counts>", "how a model lies on so many devices, such as 8,64")
        .argParser(wholeNumbers)
        .conflicts(["sweep", "facts"]),
    );
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(plan);
}

async function plan(file: string, options: PlanOptions): Promise<void> {
  const style = styleOf(process.stdout);
  const report = await import("../report/index.js");
  if (options.sweep !== undefined) {
    const sweeps = await sweep(file, options.sweep, options.model, options);
    const shown = sweeps.map((swept) =>
      swept.map(({ value, plan }) => ({ value, plan, lengths: lengthsOf(plan, options) })),
    );
    const param = options.sweep;
    process.stdout.write(shown.map((swept) => report.renderSweep(param, swept, style)).join("\n"));
    return;
  }
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return;
  const { sources } = analysis;
  const models = wanted(analysis, options.model);
  if (options.explain) {
    const { explainPlans } = await import("./plan-explain.js");
    const { usualLengths } = await import("../kernels/schedule/lengths.js");
    const { layer, subgroups, json } = options;
    const lengths = {
      prefill: options.prefill ?? usualLengths.prefill,
      cached: options.cached ?? usualLengths.cached,
    };
    const wanted = { layer, subgroups, lengths, json: json === true };
    process.stdout.write(await explainPlans(models, wanted));
    return;
  }
  if (options.devices) {
    const { fleetsJson, renderFleets } = await import("../shard/index.js");
    const { devices } = options;
    process.stdout.write(
      options.json
        ? fleetsJson(models, devices)
        : models.map((plan) => renderFleets(plan, devices, style)).join("\n"),
    );
    return;
  }
  const { compileModel } = await import("../kernels/model.js");
  const { kernelUses } = await import("../kernels/uses.js");
  /** The kernels of a build for `portable`; none where there are none for such a model. */
  const emitted = (plan: ModelPlan): readonly KernelUse[] => {
    const [variant] = compileModel(plan, plan.layers, [portable]).variants;
    return kernelUses(Object.values(variant?.programs ?? {}));
  };
  const growths = options.model === undefined ? analysis.growths : [];
  if (options.json) {
    const reported = models.map((plan) => ({
      plan,
      lengths: lengthsOf(plan, options),
      kernels: emitted(plan),
    }));
    process.stdout.write(report.renderJson(reported, growths, sources));
    return;
  }
  const shown = models.map((plan) =>
    options.facts
      ? report.renderFacts(plan, sources, style)
      : report.renderModel(plan, {
          style,
          lengths: lengthsOf(plan, options),
          kernels: emitted(plan),
        }),
  );
  const grown = growths.map((growth) => report.renderGrowth(growth, style));
  process.stdout.write([...shown, ...(options.facts ? [] : grown)].join("\n"));
}

function wanted(analysis: Analysis, name: string | undefined): readonly ModelPlan[] {
  if (name !== undefined) return [namedModel(analysis, name)];
  if (analysis.models.length > 0) return analysis.models;
  throw notChosen(analysis);
}

/** The lengths that were asked for; the whole context where they are left out. */
function lengthsOf({ context }: ModelPlan, { prefill, cached }: PlanOptions): Lengths {
  return { prefill: prefill ?? context.value, cached: cached ?? context.value - 1 };
}
