import type { Program } from "../../runtime/manifest.js";

/** A kernel that a build emits, and the steps that dispatch it. */
export interface KernelUse {
  readonly name: string;
  readonly steps: readonly string[];
}

/** Each kernel of some programs with the steps that dispatch it. */
export function kernelUses(programs: readonly Program[]): readonly KernelUse[] {
  const uses = new Map<string, Set<string>>();
  for (const { load, prefill, few, decode } of programs) {
    const phases = [prefill, few, decode].flatMap(({ keys, queries }) => [...keys, ...queries]);
    for (const { kernel, label } of [...load, ...phases]) {
      uses.set(kernel, (uses.get(kernel) ?? new Set()).add(label));
    }
  }
  return [...uses].map(([name, steps]) => ({ name, steps: [...steps] }));
}
