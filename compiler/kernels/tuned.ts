import type { AdapterMatch } from "../../runtime/manifest.js";
import type { Machine } from "./machine.js";
import type { Tuned } from "./schedule/chooser.js";

/** Schedules that were found on one adapter, for a variant that only such adapters run. */
export interface TunedMachine {
  /** Of the variant, after the target: `llvmpipe-tuned`. */
  readonly name: string;
  readonly adapter: AdapterMatch;
  readonly machine: Machine;
  readonly schedules: Tuned;
}
