import { spawn } from "node:child_process";
import type { AdapterChoice } from "./choice.js";
import { environmentFor, startedWith } from "./started-with.js";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Makes sure that this process runs with the environment of the choice. Where it does not, the same
 * command line runs again in a child with that environment, and this process ends as the child ends.
 */
export function restartWith(choice: AdapterChoice): Promise<void> {
  const needsNothing = Object.keys(choice.env).length === 0;
  if (needsNothing || startedWith()?.kind === choice.kind) return Promise.resolve();

  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, ...environmentFor(choice) },
  });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  return new Promise((_resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (signal === null) process.exit(code ?? 1);
      for (const forwarded of FORWARDED) process.removeAllListeners(forwarded);
      process.kill(process.pid, signal);
    });
  });
}
