import type { Position } from "vscode-languageserver";

/*
 * The commands that a client asks the server for by `workspace/executeCommand`, each with one
 * argument, and what they answer. They read texts as the client has them, saved or not.
 */

export const commands = { plan: "gda.plan", wgsl: "gda.wgsl", build: "gda.build" } as const;

/** The model, growth or stage that a command is about: by name, else the one at a place. */
export interface Wanted {
  readonly uri: string;
  readonly position?: Position;
  /** `Motif3`, or `From2_6B.wide` for a stage. */
  readonly name?: string;
}

/** There is no answer: why, and what could have been meant instead. */
export interface Refusal {
  readonly problem: string;
  readonly names: readonly string[];
}

export interface PlanText {
  readonly name: string;
  /** As `gda plan` prints it, without the kernels. */
  readonly text: string;
}

export interface Kernels {
  readonly name: string;
  readonly kernels: readonly Kernel[];
}

export interface Kernel {
  readonly name: string;
  /** The target that it is for, `Laptop/subgroups-32`. */
  readonly variant: string;
  /** What it is dispatched for: `project q`, `core`. */
  readonly steps: readonly string[];
  readonly wgsl: string;
}

export interface BuildWanted extends Wanted {
  /** The path of the package's folder. */
  readonly folder: string;
}

export interface Built {
  readonly name: string;
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
}
