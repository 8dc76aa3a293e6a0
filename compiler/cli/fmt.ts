import { Command } from "commander";
import { exitCode } from "./exit-code.js";
import { readTextFile, replaceFile } from "./files.js";
import { specsIn } from "./specs.js";
import { styleOf } from "./terminal.js";

interface FmtOptions {
  readonly check?: true;
  readonly stdinFilename?: string;
}

const EXAMPLES = `
Examples:
  gda fmt specs             rewrite the files that are not yet formatted
  gda fmt --check specs     only name them, for CI
  gda fmt - < motif.gda     read standard input, print the result`;

/** `gda fmt`: brings specs into the one canonical form. */
export function fmtCommand(): Command {
  return new Command("fmt")
    .summary("format specs")
    .description("Formats specs. Comments stay; a file with mistakes is left as it is.")
    .argument("<files...>", "specs or folders to format, or - for standard input")
    .option("--stdin-filename <file>", "what messages call standard input")
    .option("--check", "change nothing; name the files that are not formatted, with exit code 1")
    .addHelpText("after", EXAMPLES)
    .action(fmt);
}

async function fmt(files: readonly string[], { check, stdinFilename }: FmtOptions): Promise<void> {
  for (const { file, text: given } of await specsIn(files, "fmt", stdinFilename)) {
    const text = given ?? readTextFile(file);
    const formatted = await format(file, text);
    if (formatted === undefined) continue;
    if (given !== undefined && !check) {
      process.stdout.write(formatted);
    } else if (formatted !== text) {
      if (check) process.exitCode = exitCode.findings;
      else await replaceFile(file, formatted);
      process.stdout.write(`${file}\n`);
    }
  }
}

/** The formatted text; where the text has mistakes they are printed, and there is none. */
async function format(file: string, text: string): Promise<string | undefined> {
  const { parse } = await import("../../grammar/parse.js");
  const { print } = await import("../../grammar/print.js");
  const { createSource } = await import("../../grammar/source.js");
  const source = createSource(file, text);
  const { tree, diagnostics } = parse(source);
  const formatted = print(tree, source);
  if (formatted === undefined) {
    const { renderPretty } = await import("../diagnostics/index.js");
    const sources = new Map([[file, source]]);
    process.stderr.write(renderPretty(diagnostics, sources, styleOf(process.stderr)));
    process.exitCode = exitCode.findings;
  }
  return formatted;
}
