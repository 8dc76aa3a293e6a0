import { subgroupShare, workgroupShare, type Share } from "./text/share.js";

/** What one variant of the kernels is written for. */
export interface Machine {
  /** How a team hands values around, and how many invocations it has. */
  readonly hands: "subgroup" | "workgroup";
  readonly team: number;
  /** Whose costs schedules are chosen by; without a word what the team tells. */
  readonly profile?: "software" | "hardware";
}

/**
 * An adapter that runs without any feature. The team is wider than a CPU's vectors, since GPUs
 * leave lanes idle below 32.
 */
export const portableMachine = { hands: "workgroup", team: 32 } as const satisfies Machine;

/** A fresh share for one kernel: workgroup variables belong to the kernel that names them. */
export function share({ hands, team }: Machine, size = team): Share {
  return hands === "subgroup" ? subgroupShare(size) : workgroupShare(size);
}
