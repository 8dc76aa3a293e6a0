import { GdaError } from "../../../runtime/error.js";

/** "GDA7301 message", as which work fails. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof GdaError) return `${error.code} ${error.message}`;
    throw error;
  }
  return "";
}
