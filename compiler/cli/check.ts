import { Command } from "commander";
import { addFindingsOptions, printFindings } from "./findings.js";
import type { FindingsOptions } from "./findings.js";
import { specsIn } from "./specs.js";
import { Workspace } from "./workspace.js";

const EXAMPLES = `
Examples:
  gda check motif.gda
  gda check specs                        all .gda files below a folder
  gda check specs/*.gda --format short   one line a finding, for editors and CI
  gda check motif.gda --format json      one JSON object a line, for programs
  gda check - --stdin-filename specs/motif.gda < motif.gda`;

/** `gda check`: everything that is wrong with specs, on standard output. */
export function checkCommand(): Command {
  const command = new Command("check")
    .summary("prove that specs hold together")
    .description("Checks specs and prints what it finds. Warnings alone end with exit code 0.")
    .argument("<paths...>", "specs to check, folders of them, or - for standard input");
  return addFindingsOptions(command).addHelpText("after", EXAMPLES).action(check);
}

async function check(paths: readonly string[], options: FindingsOptions): Promise<void> {
  const specs = await specsIn(paths, "check", options.stdinFilename);
  const workspace = new Workspace(options);
  const analyses = [];
  for (const spec of specs) analyses.push(await workspace.analysis(spec));
  const findings = {
    diagnostics: analyses.flatMap(({ diagnostics }) => diagnostics),
    sources: new Map(analyses.flatMap(({ sources }) => [...sources])),
    files: specs.map(({ file }) => file),
  };
  await printFindings(findings, options.format);
}
