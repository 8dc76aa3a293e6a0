import { basename, dirname } from "node:path";
import { Command } from "commander";
import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import { exitCode } from "./exit-code.js";
import { readText, STDIN } from "./files.js";
import { styleOf } from "./terminal.js";

interface ImportOptions {
  readonly out?: string;
  readonly name?: string;
  readonly force?: true;
}

const EXAMPLES = `
Examples:
  gda import Motif-2-12.7B/config.json                  print the spec
  gda import config.json -o motif.gda --name Motif2     write it to a file
  curl -L $URL/config.json | gda import - | gda fmt -   from somewhere else

Reads the configs of Motif, DiffLlama, Llama, Qwen2, Qwen3, Mistral, Gemma 2, Gemma 3, gpt-oss and
DeepSeek-V2 and V3. What a spec has no words for is told in a warning if it is beside attention, and
is an error if it is in it.`;

/** `gda import`: a spec from a config.json of Hugging Face. */
export function importCommand(): Command {
  return new Command("import")
    .summary("make a spec of a Hugging Face config")
    .description(
      "Makes a spec of a config.json. Every field is read, known to say nothing, or told.",
    )
    .argument("<config>", "the config.json, or - for standard input")
    .option("-o, --out <file>", "where to write the spec (default: standard output)")
    .option("--name <name>", "what to call the model (default: as its file or folder)")
    .option("--force", "replace a file that is there")
    .addHelpText("after", EXAMPLES)
    .action(importFile);
}

async function importFile(file: string, options: ImportOptions): Promise<void> {
  const text = await readText(file);
  const { createSource } = await import("../../grammar/source.js");
  const { importConfig } = await import("../hf/import.js");
  const source = createSource(file, text);
  const { findings, spec } = importConfig(source, options.name ?? nameOf(file));
  await tell(findings, source);
  if (!spec) {
    process.exitCode = exitCode.misuse;
    return;
  }
  if (options.out === undefined) {
    process.stdout.write(spec.text);
    return;
  }
  const { writeNewFiles } = await import("./new-files.js");
  await writeNewFiles(new Map([[options.out, spec.text]]), options.force === true);
  const { model, meaningless } = spec;
  process.stdout.write(
    `Wrote ${options.out}: model ${model.name}, ${model.layers.length} layers. ` +
      `Next: \`gda plan ${options.out}\`\n` +
      (meaningless.length > 0 ? `Of no meaning for a spec: ${meaningless.join(", ")}.\n` : ""),
  );
}

/** A config.json is called after its folder, any other file after itself. */
function nameOf(file: string): string | undefined {
  const stem = basename(file).replace(/\.json$/, "");
  const folder = basename(dirname(file));
  if (file !== STDIN && stem !== "config") return stem;
  return /^\w/.test(folder) ? folder : undefined;
}

async function tell(findings: readonly Diagnostic[], source: Source): Promise<void> {
  if (findings.length === 0) return;
  const { renderPretty } = await import("../diagnostics/index.js");
  const sources = new Map([[source.file, source]]);
  process.stderr.write(renderPretty(findings, sources, styleOf(process.stderr)));
}
