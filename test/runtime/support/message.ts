/** The message of what a promise is rejected with, without what the JavaScript engine says of JSON. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/(not JSON)(: [^.]*\.| \([^)]*\))/, "$1 (…)");
  }
  throw new Error("it was not rejected");
}
