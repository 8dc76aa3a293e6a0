import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";

/** What a command line says about how a spec is read. */
export interface SpecOptions {
  readonly param: Readonly<Record<string, string>>;
  readonly allowOutside?: true;
}

/** Adds `--param r=3:1`, several if wanted, and `--allow-outside`. */
export function addSpecOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--param <name=value>", "set a param, such as r=3:1; repeatable")
        .argParser(addParam)
        .default({}, "as the spec has it"),
    )
    .option("--allow-outside", "let imports leave the project's folder");
}

function addParam(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const [, name, value] = /^([A-Za-z_]\w*)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError("Write name=value, such as r=3:1.");
  }
  return { ...before, [name]: value };
}
