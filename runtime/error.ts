import type { Rule } from "./codes.js";

/** What the runtime throws, apart from the reason of a signal that aborted a call. */
export class GdaError extends Error {
  override readonly name = "GdaError";
  /** Stable, such as `GDA7405`. */
  readonly code: string;
  /** The code's name, such as `cache-full`. */
  readonly slug: string;

  constructor(row: Pick<Rule<never>, "code" | "slug">, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = row.code;
    this.slug = row.slug;
  }
}

/** Makes the error that a row of the table describes. */
export function gdaError<P>(
  row: Pick<Rule<P>, "code" | "slug" | "message">,
  parameters: P,
  cause?: unknown,
): GdaError {
  const options = cause === undefined ? undefined : { cause };
  return new GdaError(row, row.message(parameters), options);
}

/** What a caught value says of itself. */
export function reasonOf(thrown: unknown): string {
  return clause(thrown instanceof Error ? thrown.message : String(thrown));
}

/** A message of somebody else as a part of a sentence: on one line, without a full stop. */
export function clause(message: string): string {
  return message.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
}
