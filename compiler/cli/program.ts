import { Command, CommanderError } from "commander";
import { bold } from "yoctocolors";
import { buildCommand } from "./build.js";
import { checkCommand } from "./check.js";
import { diffCommand } from "./diff.js";
import { exitCode } from "./exit-code.js";
import { exportCommand } from "./export.js";
import { explainCommand } from "./explain.js";
import { Failure } from "./failure.js";
import { fmtCommand } from "./fmt.js";
import { growCommand } from "./grow.js";
import { importCommand } from "./import.js";
import { lintCommand } from "./lint.js";
import { lspCommand } from "./lsp.js";
import { newCommand } from "./new.js";
import { permuteCommand } from "./permute.js";
import { planCommand } from "./plan.js";
import { runCommand } from "./run.js";
import { shardCommand } from "./shard.js";
import { tuneCommand } from "./tune.js";
import { tuneRunnerCommand } from "./tune-runner.js";
import { styleOf } from "./terminal.js";
import { version } from "../version.js";

const HELP = `
Examples:
  gda new motif.gda               write a commented spec to start from
  gda import config.json          make a spec of a Hugging Face config
  gda check motif.gda             prove that it holds together
  gda lint . --fix                find what deserves a look, and mend what is certain
  gda plan motif.gda              show heads, bytes and FLOPs of every layer
  gda build motif.gda -o kernels  write a package of WebGPU kernels
  gda run motif.gda --verify      run one layer and compare it with float64
  gda tune motif.gda              find the fastest schedules on this machine
  gda diff old.gda new.gda        say what changed, and whether a checkpoint still loads
  gda explain GDA2003             explain a finding, with a wrong and a right example

Exit codes:
  0  all is well
  1  there are findings: an error in a spec, a file to format, a difference, a result out of tolerance
  2  the command could not run as asked: wrong options, an unreadable file, no adapter
  3  a defect of gda itself

Findings are coloured on a terminal only, and not at all where NO_COLOR is set.`;

/** Runs a command line and sets the exit code of the process. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(args, { from: "user" });
  } catch (error) {
    process.exitCode = report(error);
  }
}

function program(): Command {
  const verbs = [
    newCommand(),
    importCommand(),
    checkCommand(),
    lintCommand(),
    fmtCommand(),
    planCommand(),
    buildCommand(),
    runCommand(),
    tuneCommand(),
    growCommand(),
    permuteCommand(),
    exportCommand(),
    diffCommand(),
    shardCommand(),
    explainCommand(),
    lspCommand(),
  ];
  const gda = new Command("gda")
    .description("Compiles .gda attention specs to packages of WebGPU kernels.")
    .version(version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .addHelpText("after", HELP);
  for (const verb of verbs) gda.addCommand(verb);
  gda.addCommand(tuneRunnerCommand(), { hidden: true });
  for (const command of [gda, ...verbs]) {
    command
      .exitOverride()
      .showHelpAfterError(
        `(\`${command === gda ? "gda" : `gda ${command.name()}`} --help\` shows how)`,
      )
      .configureHelp({ styleTitle: bold });
  }
  return gda;
}

/** Tells the user what went wrong, and how the command ends. */
function report(error: unknown): number {
  // Commander has said it already; asking for help or the version ends here as well.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCode.fine : exitCode.misuse;
  const style = styleOf(process.stderr);
  const code = codeOf(error);
  if (error instanceof Error && code !== undefined) {
    const help = error instanceof Failure ? error.help : [];
    process.stderr.write(
      `${style.error(`error[${code}]`)}${style.strong(`: ${error.message}`)}\n` +
        help.map((text) => `  = ${style.note("help")}: ${text}\n`).join(""),
    );
    return exitCode.misuse;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `${style.error("error")}${style.strong(": gda itself failed; please report this.")}\n${detail}\n`,
  );
  return exitCode.internal;
}

/** The code of an error that is meant for the user: a failure here, in the runtime, or of an adapter. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" && /^GDA\d{4}$/.test(error.code) ? error.code : undefined;
}
