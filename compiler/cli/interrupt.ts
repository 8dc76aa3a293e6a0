/** Why work was given up: the user, or the system, asked the program to stop. */
class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
    this.signal = signal;
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Lets work clean up behind itself when it is interrupted, and then ends the process as an
 * interrupted one ends.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals): void => controller.abort(new Interrupted(signal));
  for (const signal of SIGNALS) process.once(signal, stop);
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
  try {
    return await work(controller.signal);
  } catch (error) {
    release();
    if (error instanceof Interrupted) process.kill(process.pid, error.signal);
    throw error;
  } finally {
    release();
  }
}
