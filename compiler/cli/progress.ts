import { setImmediate } from "node:timers/promises";

const PATIENCE_MS = 1000;

/** Says what is being done now. Await it before work that keeps the program from drawing. */
export type Say = (text: string) => Promise<void>;

/** Shows on a terminal what is being done, once that takes more than a second. */
export async function withProgress<T>(text: string, work: (say: Say) => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work(() => Promise.resolve());
  const { default: spinner } = await import("yocto-spinner");
  const shown = spinner({ text, stream: process.stderr });
  const start = performance.now();
  const show = (): void => {
    if (!shown.isSpinning && performance.now() - start >= PATIENCE_MS) shown.start();
  };
  const timer = setTimeout(show, PATIENCE_MS);
  try {
    return await work(async (part) => {
      shown.text = part;
      show();
      await setImmediate();
    });
  } finally {
    clearTimeout(timer);
    shown.stop();
  }
}
