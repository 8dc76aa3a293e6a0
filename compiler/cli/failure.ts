import type { Rule } from "../../grammar/diagnostic.js";

/** Why a command cannot run as it was asked to. It is told to the user without a stack trace. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: string;
  readonly help: readonly string[];

  constructor(code: string, message: string, help: readonly string[]) {
    super(message);
    this.code = code;
    this.help = help;
  }
}

/** Makes the failure that a row of the table describes. */
export function failure<P>(row: Rule<P>, parameters: P, ...help: readonly string[]): Failure {
  return new Failure(row.code, row.message(parameters), help);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "it is already there",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
};

/** What the system said, in words; an error that did not come from the system is thrown again. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    throw error;
  return REASONS[error.code] ?? error.code;
}
