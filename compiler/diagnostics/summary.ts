import type { Diagnostic } from "../../grammar/diagnostic.js";

/** The closing line: how many findings there are, and which command explains the first error. */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((d) => d.severity === "error");
  const counts = [
    counted(errors.length, "error"),
    counted(diagnostics.length - errors.length, "warning"),
  ].filter((text) => text !== undefined);
  const code = (errors[0] ?? diagnostics[0])?.code;
  return `${counts.join(", ")}${code === undefined ? "" : ` — \`gda explain ${code}\` says more`}`;
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
