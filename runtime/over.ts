import type { Program, Step } from "./manifest.js";

/** Whether a step binds of a tensor just the segment that it is dispatched for. */
export function goesOver(program: Program, step: Step, tensor: string): boolean {
  if (step.over === undefined) return false;
  if (step.over === tensor) return true;
  // Caches of a program are segmented alike: a step over one of them runs over all.
  const [over, bound] = [program.tensors[step.over], program.tensors[tensor]];
  return over?.role === "cache" && bound?.role === "cache";
}

/** Whether some step binds a tensor whole, so that it must fit one binding. */
export function isBoundWhole(program: Program, tensor: string): boolean {
  const { load, prefill, few, decode } = program;
  const phases = [prefill, few, decode].flatMap(({ keys, queries }) => [...keys, ...queries]);
  return [...load, ...phases].some(
    (step) => Object.values(step.tensors).includes(tensor) && !goesOver(program, step, tensor),
  );
}
