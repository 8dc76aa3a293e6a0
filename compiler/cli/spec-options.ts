import { InvalidArgumentError, Option } from "commander";

/** What a command line says about how a spec is read. */
export interface SpecOptions {
  readonly param: Readonly<Record<string, string>>;
  readonly allowOutside: boolean;
}

/** `--param r=3:1`, several if wanted, and `--allow-outside`. */
export function specOptions(): readonly Option[] {
  return [
    new Option("--param <name=value>", "set a param of the spec, such as r=3:1 (repeatable)")
      .argParser(addParam)
      .default({}, "as the spec has it"),
    new Option("--allow-outside", "let imports leave the folder of the spec").default(false),
  ];
}

function addParam(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const [, name, value] = /^([A-Za-z_]\w*)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError("Write name=value, such as r=3:1.");
  }
  return { ...before, [name]: value };
}
