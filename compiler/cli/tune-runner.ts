import { Command } from "commander";

/** The process behind `gda tune`, which nobody starts by hand. */
export function tuneRunnerCommand(): Command {
  return new Command("tune-runner").action(async () => {
    const { serve } = await import("../tune/serve.js");
    await serve();
  });
}
