import { Command, InvalidArgumentError, Option } from "commander";
import { watchAlone } from "../lint/codes.js";
import { exitCode } from "./exit-code.js";
import { failure } from "./failure.js";
import { replaceFile, STDIN } from "./files.js";
import { addFindingsOptions, printFindings } from "./findings.js";
import type { FindingsOptions } from "./findings.js";
import { Configs } from "./lint-config.js";
import { lintSpecs } from "./lint-specs.js";
import { specsIn } from "./specs.js";
import type { Spec } from "./specs.js";
import { styleOf } from "./terminal.js";
import { Workspace } from "./workspace.js";

export interface LintOptions extends FindingsOptions {
  readonly fix?: true;
  readonly list?: true;
  readonly watch?: true;
  readonly config?: string;
  readonly maxWarnings?: number;
}

const EXAMPLES = `
Examples:
  gda lint .                              all .gda files below this folder
  gda lint motif.gda --fix                and make the fixes that are certain
  gda lint . --max-warnings 0             fail on any finding, for CI
  gda lint . --format sarif > gda.sarif   for code scanning
  gda lint . --watch --format short       again after each change
  gda lint --list                         all rules, and how the configuration has them

Rules are set in gda.config.json, the nearest in the folder of a file or above it. A comment allows
a finding in its line or the next: // gda-allow GDA9001: measured at 6:1`;

/** `gda lint`: what is wrong with specs, and what is right but deserves a look. */
export function lintCommand(): Command {
  const command = new Command("lint")
    .summary("check specs, and find what deserves a look")
    .description(
      "Checks specs as `gda check` does, and looks for what is right but deserves a look.\nWarnings alone end with exit code 0.",
    )
    .argument("[paths...]", "specs, folders of them, or - for standard input")
    .option("--fix", "make the fixes that are certain, until there are none")
    .option("--list", "print the rules instead: code, set, severity, name and what they find")
    .option("--watch", "look again whenever a file changes")
    .option("--config <file>", "a configuration, in place of the nearest gda.config.json")
    .addOption(
      new Option("--max-warnings <count>", "end with exit code 1 if there are more").argParser(
        readCount,
      ),
    );
  return addFindingsOptions(command).addHelpText("after", EXAMPLES).action(lint);
}

async function lint(paths: readonly string[], options: LintOptions): Promise<void> {
  const { config, format, maxWarnings } = options;
  if (options.list) {
    const { listRules } = await import("./lint-list.js");
    process.stdout.write(await listRules(config));
    return;
  }
  if (options.watch) return watch(paths, options);
  const specs = await specsIn(paths, "lint", options.stdinFilename);
  const workspace = new Workspace(options);
  const isFilter = options.fix === true && paths.includes(STDIN);
  const configs = new Configs(config);
  if (options.fix) await fix(specs, workspace, configs);
  const findings = await lintSpecs(specs, workspace, configs);
  // What was read from standard input goes back to standard output, as it is now.
  await printFindings(findings, format, isFilter ? process.stderr : process.stdout);
  const warnings = findings.diagnostics.filter(({ severity }) => severity === "warning").length;
  if (maxWarnings !== undefined && warnings > maxWarnings) {
    const style = styleOf(process.stderr);
    const told = `${warnings} ${warnings === 1 ? "warning is" : "warnings are"} more than --max-warnings ${maxWarnings} allows.`;
    process.stderr.write(`${style.error("error")}: ${told}\n`);
    process.exitCode = exitCode.findings;
  }
}

async function fix(specs: readonly Spec[], workspace: Workspace, configs: Configs): Promise<void> {
  const { fixSpecs } = await import("./lint-fix.js");
  const fixed = await fixSpecs(specs, workspace, configs);
  for (const spec of specs) {
    const mended = fixed.find((each) => each.spec === spec);
    const text = mended?.text ?? spec.text;
    if (spec.text !== undefined) process.stdout.write(text ?? "");
    else if (mended) await replaceFile(spec.file, mended.text);
    if (!mended) continue;
    const { count } = mended;
    process.stderr.write(`Fixed ${count} finding${count === 1 ? "" : "s"} in ${spec.file}.\n`);
  }
}

async function watch(paths: readonly string[], options: LintOptions): Promise<void> {
  if (options.fix) throw failure(watchAlone, { option: "`--fix`" });
  if (paths.includes(STDIN)) throw failure(watchAlone, { option: "standard input" });
  const { watchSpecs } = await import("./lint-watch.js");
  await watchSpecs(paths, options);
}

function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Write a whole number, such as 0.");
  return Number(text);
}
