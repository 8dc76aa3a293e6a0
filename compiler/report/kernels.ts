import { width, wrap } from "./table.js";

/** A kernel that a build emits, and the steps that dispatch it. */
export interface KernelUse {
  readonly name: string;
  readonly steps: readonly string[];
}

/** Kernels with their steps beside them. */
export function kernelsSection(kernels: readonly KernelUse[]): readonly string[] {
  const nameWidth = Math.max(0, ...kernels.map(({ name }) => name.length));
  const indent = nameWidth + 4;
  return kernels.flatMap(({ name, steps }) => {
    const [first = "", ...others] = wrap(
      steps.map((step, i) => (i < steps.length - 1 ? `${step},` : step)),
      width - indent,
    );
    return [
      `  ${name.padEnd(nameWidth)}  ${first}`,
      ...others.map((line) => `${" ".repeat(indent)}${line}`),
    ];
  });
}
