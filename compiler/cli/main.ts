#!/usr/bin/env node
import { run } from "./program.js";

// A reader such as `head` may close the pipe early; that is no error of this command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
await run(process.argv.slice(2));
