import type { Rule } from "../../grammar/diagnostic.js";

/** Why no WebGPU adapter could be chosen. The message says what to do about it. */
export class AdapterError extends Error {
  override readonly name = "AdapterError";
  /** `GDA7001` or `GDA7002`. */
  readonly code: string;

  constructor(row: Pick<Rule<never>, "code">, message: string) {
    super(message);
    this.code = row.code;
  }
}

/** Makes the error that a row of the table describes. */
export function adapterError<P>(row: Rule<P>, parameters: P): AdapterError {
  return new AdapterError(row, row.message(parameters));
}
