import type { KernelUse } from "../kernels/uses.js";
import { width, wrap } from "./table.js";

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
