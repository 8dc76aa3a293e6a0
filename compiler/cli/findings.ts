import { Option } from "commander";
import type { Command } from "commander";
import { type Findings, type Format, FORMATS, render } from "../diagnostics/formats.js";
import { hasErrors } from "./analysis.js";
import { exitCode } from "./exit-code.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";
import { styleOf } from "./terminal.js";

/** What a command line says of findings, beside how specs are read. */
export interface FindingsOptions extends SpecOptions {
  readonly format: Format;
  readonly stdinFilename?: string;
}

/** Adds `--format`, `--stdin-filename` and the options of specs. */
export function addFindingsOptions(command: Command): Command {
  command
    .addOption(new Option("--format <format>", "of findings").choices(FORMATS).default("pretty"))
    .option("--stdin-filename <file>", "what `-`, standard input, is called and imports from");
  return addSpecOptions(command);
}

/** Prints findings; an error among them sets the exit code. */
export async function printFindings(
  findings: Findings,
  format: Format,
  stream: NodeJS.WriteStream = process.stdout,
): Promise<void> {
  stream.write(await render(format, findings, styleOf(stream)));
  if (hasErrors(findings.diagnostics)) process.exitCode = exitCode.findings;
}
