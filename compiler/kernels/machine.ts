import { subgroupShare, workgroupShare, type Share } from "./text/share.js";

/** What one variant of the kernels is written for. */
export interface Machine {
  /** How a team hands values around, and how many invocations it has. */
  readonly hands: "subgroup" | "workgroup";
  readonly team: number;
}

/**
 * An adapter that runs without any feature. The team is wider than a CPU's vectors, since GPUs
 * leave lanes idle below 32.
 */
export const portableMachine = { hands: "workgroup", team: 32 } as const satisfies Machine;

/** A fresh share for one kernel: workgroup variables belong to the kernel that names them. */
export function share(machine: Machine): Share {
  return machine.hands === "subgroup" ? subgroupShare(machine.team) : workgroupShare(machine.team);
}
