import type { Program, Step } from "./manifest.js";

/** Which of the segments that a step is dispatched for it binds of a tensor; none where it binds all. */
export function segmentsBound(
  { tensors }: Program,
  { over, into }: Step,
  tensor: string,
): "over" | "into" | undefined {
  // Caches of a program are segmented alike: a step over one of them runs over all.
  const alike = (other: string | undefined): boolean =>
    other !== undefined &&
    (other === tensor || (tensors[other]?.role === "cache" && tensors[tensor]?.role === "cache"));
  if (alike(over)) return "over";
  return alike(into) ? "into" : undefined;
}

/** Whether some step binds a tensor whole, so that it must fit one binding. */
export function isBoundWhole(program: Program, tensor: string): boolean {
  const { load, prefill, few, decode } = program;
  const phases = [prefill, few, decode].flatMap(({ keys, queries }) => [...keys, ...queries]);
  return [...load, ...phases].some(
    (step) =>
      Object.values(step.tensors).includes(tensor) &&
      segmentsBound(program, step, tensor) === undefined,
  );
}
