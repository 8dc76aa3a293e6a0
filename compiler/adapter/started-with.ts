import type { AdapterChoice } from "./choice.js";

const VARIABLE = "GDA_STARTED_WITH";

/** The environment for a process that is to use the choice, and to know that it does. */
export function environmentFor(choice: AdapterChoice): Record<string, string> {
  return { ...choice.env, [VARIABLE]: JSON.stringify(choice) };
}

/** The choice that this process was started with, so that neither search nor restart happens twice. */
export function startedWith(): AdapterChoice | undefined {
  const choice = process.env[VARIABLE];
  return choice === undefined ? undefined : (JSON.parse(choice) as AdapterChoice);
}
