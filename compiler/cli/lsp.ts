import { createRequire } from "node:module";
import { Command, Option } from "commander";

const EXAMPLE = `
An editor starts it; docs/editors.md shows how. It ends with its client.`;

/** `gda lsp`: the language server, over standard input and output. */
export function lspCommand(): Command {
  return (
    new Command("lsp")
      .summary("answer an editor, over the Language Server Protocol")
      .description("Starts the language server, which speaks on standard input and output.")
      .option("--stdio", "speak on standard input and output, as it always does")
      // Editors pass it along; the server is told by the protocol as well.
      .addOption(new Option("--clientProcessId <id>").hideHelp())
      .addHelpText("after", EXAMPLE)
      .action(() => {
        // A file of its own, which editors ship: the protocol's library cannot be part of a module.
        createRequire(import.meta.url)("./server.cjs");
      })
  );
}
