import { execFile } from "node:child_process";

export interface Outcome {
  readonly code: number;
  /** What it wrote to both outputs. */
  readonly output: string;
}

/** Runs a program of Node and waits for it. */
export function runNode(args: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd }, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error === null ? 0 : 1;
      resolve({ code, output: stdout + stderr });
    });
  });
}
