import { statSync } from "node:fs";
import { Command, Option } from "commander";
import type { Analysis } from "../analyze.js";
import type { Effect } from "../diff/index.js";
import type { ModelPlan } from "../plan/plan.js";
import { usableSpec } from "./analysis.js";
import { exitCode } from "./exit-code.js";
import { selectModel } from "./select-model.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";
import { styleOf } from "./terminal.js";

/** From the mildest, which is any change at all. */
const EFFECTS = ["same", "function", "rewrite", "incompatible"] as const satisfies Effect[];

interface DiffOptions extends SpecOptions {
  readonly json?: true;
  readonly failOn: (typeof EFFECTS)[number];
}

const EXAMPLES = `
Examples:
  gda diff old.gda new.gda
  gda diff motif.gda:Motif2_6B motif.gda:From2_6B.deep       two models, or stages, of one file
  gda diff old.gda new.gda --fail-on incompatible            for CI: exit code 1 only where no
                                                             checkpoint of the old model can be used
  gda diff old.gda new.gda --json                            one JSON document, for programs

Each change is one of four: the same checkpoint loads and the function stays (same), it loads and the
function changes (function), it loads after gda grow or gda permute, which keep the function
(rewrite), or no rewrite keeps it (incompatible). --fail-on takes the mildest that fails.`;

/** `gda diff`: what changed between two models, and what that means for a checkpoint. */
export function diffCommand(): Command {
  const command = new Command("diff")
    .summary("compare two models, and what a checkpoint needs")
    .description("Shows what changed between two models, and what that means for a checkpoint.")
    .argument("<old>", "a spec, or SPEC:MODEL, or SPEC:GROWTH.STAGE")
    .argument("<new>", "another")
    .option("--json", "print one JSON document")
    .addOption(
      new Option("--fail-on <effect>", "exit with 1 from this effect on")
        .choices(EFFECTS)
        .default("same"),
    );
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(compare);
}

async function compare(old: string, new_: string, options: DiffOptions): Promise<void> {
  const left = await sideOf(old, options);
  const right = left && (await sideOf(new_, options));
  if (!left || !right) return;
  const { diff, diffJson, renderDiff } = await import("../diff/index.js");
  const found = diff(left.model, right.model, [left.analysis, right.analysis]);
  const sources = new Map([...left.analysis.sources, ...right.analysis.sources]);
  process.stdout.write(
    options.json ? diffJson(found, sources) : renderDiff(found, sources, styleOf(process.stdout)),
  );
  const failing = EFFECTS.slice(EFFECTS.indexOf(options.failOn));
  if (found.changes.some(({ effect }) => failing.includes(effect))) {
    process.exitCode = exitCode.findings;
  }
}

interface Side {
  readonly analysis: Analysis;
  readonly model: ModelPlan;
}

/** A model by its file, and behind a colon its name. */
async function sideOf(text: string, options: SpecOptions): Promise<Side | undefined> {
  const isFile = statSync(text, { throwIfNoEntry: false })?.isFile() ?? false;
  const [, file, name] = (isFile ? null : /^(.+):([\w.]+)$/.exec(text)) ?? [];
  const analysis = await usableSpec(file ?? text, options);
  return analysis && { analysis, model: selectModel(analysis, name) };
}
