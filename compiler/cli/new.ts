import { Command } from "commander";
import { writeFile } from "node:fs/promises";
import { fileExists, unwritablePath } from "./codes.js";
import { failure, reasonOf } from "./failure.js";
import { starter } from "./starter.js";

/** `gda new`: writes a commented spec to start from, and never over another file. */
export function newCommand(): Command {
  return new Command("new")
    .summary("write a commented spec to start from")
    .description("Writes a commented spec that checks clean. An existing file is left as it is.")
    .argument("[file]", "where to write it", "model.gda")
    .addHelpText("after", "\nExample:\n  gda new motif.gda && gda plan motif.gda")
    .action(async (file: string) => {
      try {
        await writeFile(file, starter, { flag: "wx" });
      } catch (error) {
        throw isThere(error)
          ? failure(fileExists, { file }, "Name another file, or remove that one first.")
          : failure(unwritablePath, { path: file, reason: reasonOf(error) });
      }
      process.stdout.write(`Wrote ${file}. Next: \`gda plan ${file}\`\n`);
    });
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
