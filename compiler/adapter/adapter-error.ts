/** No adapter at all (`GDA7001`), or not the one that was asked for (`GDA7002`). */
export type AdapterErrorCode = "GDA7001" | "GDA7002";

/** Why no WebGPU adapter could be chosen. The message says what to do about it. */
export class AdapterError extends Error {
  override readonly name = "AdapterError";
  readonly code: AdapterErrorCode;

  constructor(code: AdapterErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
