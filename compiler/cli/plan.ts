import { Command } from "commander";
import type { Analysis } from "../analyze.js";
import type { ModelPlan } from "../plan/plan.js";
import { usableSpec } from "./analysis.js";
import { noModel } from "./codes.js";
import { failure } from "./failure.js";
import { wholeNumber } from "./numbers.js";
import { namedModel } from "./select-model.js";
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
}

const EXAMPLES = `
Examples:
  gda plan motif.gda                                every model and growth of the file
  gda plan motif.gda --model Motif2_12B7 --facts    every value, and where it comes from
  gda plan sweep.gda --sweep r                      compare the values that a param may have
  gda plan sweep.gda --param r=3:1 --json           one JSON document, for programs
  gda plan motif.gda --prefill 4096 --cached 4095   FLOPs at other lengths than the context`;

/** \`gda plan\`: heads, bytes and FLOPs of every layer. */
export function planCommand(): Command {
  const command = new Command("plan")
    .summary("show heads, bytes and FLOPs of every layer")
    .description("Shows what follows from a spec: heads, weights, cache, FLOPs, growth.")
    .argument("<file>", "the spec")
    .option("--model <name>", "show one model, or one stage of a growth (Growth.stage)")
    .option("--facts", "show every value with its origin")
    .option("--json", "print one JSON document")
    .option("--sweep <param>", "compare a model at every value that a param may have")
    .option("--prefill <tokens>", "length of the prompt, for FLOPs", wholeNumber(1))
    .option("--cached <tokens>", "tokens in the cache, for FLOPs of decoding", wholeNumber(0));
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(plan);
}

async function plan(file: string, options: PlanOptions): Promise<void> {
  if (options.sweep !== undefined) return sweep(file, options.sweep, options);
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return;
  const models = wanted(analysis, options.model);
  const growths = options.model === undefined ? analysis.growths : [];
  const { renderFacts, renderGrowth, renderJson, renderModel } = await import("../report/index.js");
  const style = styleOf(process.stdout);
  const lengths = lengthsOf(options);
  if (options.json) {
    const reported = models.map((model) => ({ plan: model, lengths: lengths(model) }));
    process.stdout.write(renderJson(reported, growths, analysis.sources));
  } else if (options.facts) {
    const shown = models.map((model) => renderFacts(model, analysis.sources, style));
    process.stdout.write(shown.join("\n"));
  } else {
    const shown = models.map((model) => renderModel(model, { style, lengths: lengths(model) }));
    process.stdout.write([...shown, ...growths.map((g) => renderGrowth(g, style))].join("\n"));
  }
}

function wanted(analysis: Analysis, name: string | undefined): readonly ModelPlan[] {
  if (name !== undefined) return [namedModel(analysis, name)];
  if (analysis.models.length > 0) return analysis.models;
  throw failure(noModel, { file: analysis.entry });
}

/** The lengths that were asked for; the whole context where they are left out. */
export function lengthsOf({
  prefill,
  cached,
}: Pick<PlanOptions, "prefill" | "cached">): (plan: ModelPlan) => {
  readonly prefill: number;
  readonly cached: number;
} {
  return ({ context }) => ({
    prefill: prefill ?? context.value,
    cached: cached ?? context.value - 1,
  });
}
