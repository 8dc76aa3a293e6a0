import { fileURLToPath } from "node:url";
import { Child } from "../attention/child.mjs";

/** @typedef {import("./types.js").TargetProcess} TargetProcess */

export const EXAMPLES = fileURLToPath(new URL("../../examples", import.meta.url));
const LONGEST_MS = 600_000;

/**
 * One question to a fresh process.
 * @template {keyof TargetProcess & string} K
 * @param {K} what
 * @param {Parameters<TargetProcess[K]>[0]} given
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function measured(what, given, env) {
  /** @type {Child<TargetProcess>} */
  const child = new Child(new URL("worker.mjs", import.meta.url), [], env);
  try {
    return await child.ask(what, given, LONGEST_MS);
  } finally {
    child.end();
  }
}
