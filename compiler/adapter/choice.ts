import { adapterError } from "./adapter-error.js";
import { adapterNotHere } from "./codes.js";

/** Best first. */
const ADAPTER_PREFERENCES = ["hardware", "lavapipe", "swiftshader"] as const;

/** An adapter that can be asked for by name. */
export type AdapterPreference = (typeof ADAPTER_PREFERENCES)[number];

/** A WebGPU adapter that was seen to work, and how to start a process that gets it. */
export interface AdapterChoice {
  /** `native` is the system's own graphics stack (Metal, Direct3D), which needs no set-up. */
  readonly kind: "native" | AdapterPreference;
  /** One sentence for the user. */
  readonly description: string;
  /** What the environment must hold before a process starts: the Vulkan loader reads it only then. */
  readonly env: Readonly<Record<string, string>>;
}

/** The preference that the environment variable `GDA_ADAPTER` states, if any. */
export function preferenceFromEnvironment(): AdapterPreference | undefined {
  const name = process.env["GDA_ADAPTER"];
  if (name === undefined || name === "") return undefined;
  const preference = ADAPTER_PREFERENCES.find((known) => known === name);
  if (preference === undefined) {
    const known = ADAPTER_PREFERENCES.join(", ");
    const problem = `GDA_ADAPTER is "${name}", which is no adapter. It can be ${known}.`;
    throw adapterError(adapterNotHere, { problem });
  }
  return preference;
}
