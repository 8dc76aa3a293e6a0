import type { Need } from "../device/pool.js";
import { BufferUsage } from "../device/usage.js";
import type { Program, Step, TensorEntry } from "../manifest.js";
import { bufferBytes, elements, type Symbols } from "../size.js";

/** Roles whose tensors last only for a pass and come from the pool. */
const PASSING: readonly TensorEntry["role"][] = [
  "input",
  "output",
  "residual",
  "scratch",
  "angles",
  "places",
  "sequences",
];

/** The tensors of the pool that some steps bind, by name. */
export function passingTensors(
  program: Program,
  steps: readonly Step[],
): ReadonlyMap<string, TensorEntry> {
  const bound = new Set(steps.flatMap((step) => Object.values(step.tensors)));
  return new Map(
    Object.entries(program.tensors).filter(
      ([name, { role }]) => bound.has(name) && PASSING.includes(role),
    ),
  );
}

/** What a tensor is called in the pool: alike in all programs that give it the same name and role. */
export function poolName(name: string, { role }: TensorEntry): string {
  return `${role} ${name}`;
}

/** The buffers that tensors of the pool need. */
export function needsOf(
  tensors: ReadonlyMap<string, TensorEntry>,
  symbols: Symbols,
): readonly Need[] {
  return [...tensors].map(([name, tensor]) => ({
    name: poolName(name, tensor),
    bytes: bufferBytes(tensor.format, elements(tensor.shape, symbols)),
    usage: BufferUsage.storage,
  }));
}
