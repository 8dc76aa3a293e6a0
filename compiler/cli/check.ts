import { Command, Option } from "commander";
import { analyzeFiles, hasErrors } from "./analysis.js";
import { exitCode } from "./exit-code.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";
import { styleOf } from "./terminal.js";

const FORMATS = ["pretty", "short", "json"] as const;

interface CheckOptions extends SpecOptions {
  readonly format: (typeof FORMATS)[number];
}

const EXAMPLES = `
Examples:
  gda check motif.gda
  gda check specs/*.gda --format short   one line a finding, for editors and CI
  gda check motif.gda --format json      one JSON object a line, for programs`;

/** `gda check`: everything that is wrong with specs, on standard output. */
export function checkCommand(): Command {
  const command = new Command("check")
    .summary("prove that specs hold together")
    .description("Checks specs and prints what it finds. Warnings alone end with exit code 0.")
    .argument("<files...>", "specs to check")
    .addOption(new Option("--format <format>", "of findings").choices(FORMATS).default("pretty"));
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(check);
}

async function check(files: readonly string[], options: CheckOptions): Promise<void> {
  const { diagnostics, sources } = await analyzeFiles(files, options);
  const { renderJson, renderPretty, renderShort } = await import("../diagnostics/index.js");
  const render = {
    pretty: () =>
      renderPretty(diagnostics, sources, styleOf(process.stdout)) || nothingIn(files.length),
    short: () => renderShort(diagnostics, sources),
    json: () => renderJson(diagnostics, sources),
  };
  process.stdout.write(render[options.format]());
  if (hasErrors(diagnostics)) process.exitCode = exitCode.findings;
}

function nothingIn(files: number): string {
  return `No findings in ${files} ${files === 1 ? "file" : "files"}.\n`;
}
